// The door of the report page: the collector for the first pass, and the page at the end.
import type { Platform } from '../../platform/platform.ts';
import type { UploadSummary } from '../../runs/summary.ts';
import type { OutFile } from '../../storage/out-file.ts';
import type { CheckContext } from '../check-snapshot.ts';
import type { Plan } from '../plan.ts';
import { type Collected, ReportCollector } from './collect.ts';
import { PageRows } from './page-rows.ts';
import { type ReportAbout, reportDataOf } from './report-data.ts';
import { writeReport } from './write-report.ts';

export function collectorOf(
  parts: {
    readonly checks: CheckContext;
    readonly fileName: (index: number) => string;
  },
  { withPersonal }: ReportAbout,
): ReportCollector {
  return new ReportCollector({ ...parts, rows: new PageRows(withPersonal, parts.fileName) });
}

/** @throws Failure exit 7 */
export function makeReport(
  platform: Platform,
  file: Pick<OutFile, 'write'>,
  about: ReportAbout,
  plan: Plan,
  summary: UploadSummary,
  collected: Collected,
): void {
  writeReport(platform, file, reportDataOf(about, plan, summary, collected), collected.refused);
}
