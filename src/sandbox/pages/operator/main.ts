// The entry of the operator's view, its only script. Passes in the browser's window.
import { startPage } from './page.ts';

startPage(window);
