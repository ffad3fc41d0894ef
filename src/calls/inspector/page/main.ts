// The entry of the inspector page, its only script. Passes in the browser's window.
import { startPage } from './page.ts';

startPage(window);
