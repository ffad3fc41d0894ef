// The entry of the report page, its only script. Reads the data that the program wrote into the page.
import type { RefusedOrder, ReportData } from '../types.ts';
import { showPage } from './page.ts';

const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? 'null');

showPage(read('data') as ReportData, read('refused') as RefusedOrder[]);
