// The entry of the shopper's portal, its only script. Passes in the browser's window.
import { startPage } from './page.ts';

startPage(window);
