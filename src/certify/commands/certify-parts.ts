// What a certification asks of other subjects, for one command line: the doctor's connection, and the scenarios.
import type { Context } from '../../cli/command.ts';
import type { CertifyParts } from '../parts.ts';
import type { CertifyOptions } from './certify-flags.ts';

export function certifyParts(_context: Context, _options: CertifyOptions): CertifyParts {
  return { connection: async () => [], endpointSubjects: [] };
}
