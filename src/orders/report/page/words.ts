// Values as the page shows them: amounts, places, and cells with the switch that shows personal ones.
import { h } from '../../../page/dom.ts';
import { count } from '../../../page/words.ts';
import type { PageCell, ReportData } from '../types.ts';

/** Cents as `1,234.56`. */
export const money = (cents: number): string =>
  (cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export class Words {
  private readonly isOneFile: boolean;

  constructor(private readonly data: ReportData) {
    this.isOneFile = data.files.length === 1;
  }

  columnOf([column]: PageCell): string {
    return this.data.columns[column] ?? '';
  }

  /** `line 36`, with the file when there are several or when it is another one. */
  place(file: string, line: number): string {
    const isUsual = this.isOneFile && file === this.data.files[0]?.path;
    return isUsual || file === '' ? `line ${line}` : `${file}, line ${line}`;
  }

  /** The text of a cell; a hidden one says only how long it is. */
  cell([, text, isPersonal]: PageCell): HTMLElement {
    if (typeof text === 'number')
      return h('span.blank', { title: 'Personal: not in this page' }, [
        `hidden, ${count(text, 'character')}`,
      ]);
    if (text === '') return h('span.blank', 'blank');
    if (!isPersonal) return h('span.cell', text);
    return h('span.personal', [
      h('span.blank', `covered, ${count(text.length, 'character')}`),
      h('span.cell', text),
    ]);
  }
}
