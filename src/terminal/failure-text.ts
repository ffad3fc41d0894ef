// How a failure looks: what happened, where, expected and found, what to do. And the same as one JSON document.
import type { ExitCode } from '../base/exit.ts';
import { type Failure, placeText } from '../base/failure.ts';
import { redact } from '../base/redact.ts';
import type { Paint } from './paint.ts';
import { clean } from './presenter.ts';

export function failureText(failure: Failure, paint: Paint): string {
  const place = placeText(failure.place);
  const lines = [`${paint.red.bold('error')}  ${clean(failure.message)}`];
  if (place) lines.push(`  where     ${clean(place)}`);
  if (failure.expected !== undefined) lines.push(`  expected  ${clean(failure.expected)}`);
  if (failure.found !== undefined) lines.push(`  found     ${clean(failure.found)}`);
  lines.push(`  ${paint.bold('do this')}   ${clean(failure.hint)}`);
  return redact(`${lines.join('\n')}\n`);
}

/** `error/1`, fixed by the design. */
export interface ErrorDocument {
  readonly schema: 'error/1';
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly exit_code: ExitCode;
  readonly place?: object;
  readonly expected?: string;
  readonly found?: string;
}

export function failureDocument(failure: Failure): ErrorDocument {
  return {
    schema: 'error/1',
    code: failure.code,
    message: redact(failure.message),
    hint: redact(failure.hint),
    exit_code: failure.exitCode,
    ...(failure.place ? { place: failure.place } : {}),
    ...(failure.expected !== undefined ? { expected: redact(failure.expected) } : {}),
    ...(failure.found !== undefined ? { found: redact(failure.found) } : {}),
  };
}
