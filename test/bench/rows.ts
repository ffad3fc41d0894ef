// Every row of `npm run bench`, in the order of its table.
import { CHECK_ROWS } from './check-rows.ts';
import { LISTEN_ROWS } from './listen-rows.ts';
import type { Row } from './runner.ts';
import { SANDBOX_INTAKE_ROWS } from './sandbox-intake-rows.ts';
import { SANDBOX_ROWS } from './sandbox-rows.ts';

import { START_ROWS } from './start-rows.ts';
import { UPLOAD_ROWS } from './upload-rows.ts';

export const ROWS: readonly Row[] = [
  ...START_ROWS,
  ...CHECK_ROWS,
  ...UPLOAD_ROWS,
  ...LISTEN_ROWS,
  ...SANDBOX_ROWS,
  ...SANDBOX_INTAKE_ROWS,
];
