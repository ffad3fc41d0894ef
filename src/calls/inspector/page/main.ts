// The inspector's page: the only script that runs in it. The page's own world is passed in.
import { startPage } from './page.ts';

startPage(window);
