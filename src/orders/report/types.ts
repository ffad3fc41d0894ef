// What the report page holds: written by the program into the page, read by its script.
export type { PageFinding, RefusedOrder, WarnedOrder } from './collect.ts';
export type { PageCell, PageRow } from './page-rows.ts';
export type { PageCode, ReportData } from './report-data.ts';
