// `orders map` and `orders check` for one file, in this process: proposals for answers, and the orders that a mapping sends.
import { parseMapping } from '../../../src/input/mapping/language/load.ts';
import { type MapRequest, mapExport } from '../../../src/orders/map/map-export.ts';
import type { MapResult } from '../../../src/orders/map/propose.ts';
import type { Answers, AskedQuestion } from '../../../src/orders/map/types.ts';
import { formatMapping } from '../../../src/orders/map/write/format-mapping.ts';
import { runCheck } from '../../../src/orders/upload/check.ts';
import { testPlatform } from '../../helpers/platform.ts';

export interface CheckedFile {
  /** Orders that are sent, by identifier. */
  readonly sent: ReadonlyMap<string, object>;
  /** Why others are not, and what is warned of: `order.field.missing zip_code x3`. */
  readonly codes: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly count: number }[];
}

export interface Engine {
  /** `assumes`: takes what most shops mean, as `--yes` does. */
  propose(answers: Answers, assumes?: boolean): Promise<MapResult>;
  check(mapping: object): Promise<CheckedFile>;
}

/** Questions without an answer. */
export const openQuestions = ({ questions }: Pick<MapResult, 'questions'>): AskedQuestion[] =>
  questions.filter(({ answer }) => answer === null);

const MEMORY = 64 << 20;

export function engineFor(name: string, bytes: Buffer): Engine {
  const { platform, folders, file } = testPlatform();
  const path = file(name, bytes);
  return {
    propose(answers, assumes = false) {
      const request: MapRequest = { path, memory: MEMORY, joins: [], answers, assumes };
      return mapExport(platform, folders, request, undefined, { emit: () => {}, stop: () => {} });
    },
    async check(mapping) {
      const sent = new Map<string, object>();
      const map = parseMapping(formatMapping(mapping as Record<string, unknown>), 'written.json', 'order');
      const intake = {
        format: 'auto' as const,
        delimiter: undefined,
        encoding: undefined,
        memory: MEMORY,
        joins: [],
      };
      const { summary } = await runCheck(
        platform,
        folders,
        {
          input: { paths: [path], map, intake, reading: { strict: false } },
          target: undefined,
          batchSize: 50,
          maxRejects: { share: 1 },
          failOn: 'none',
          write: async (text) => {
            for (const line of text.split('\n').filter((one) => one !== '')) {
              const order = JSON.parse(line) as { identifier: string };
              sent.set(order.identifier, order);
            }
          },
        },
        () => {},
      );
      const codes = summary.refused.by_code.map(
        ({ code, count, details }) => `${code} ${details[0]?.field ?? ''} x${count}`,
      );
      return { sent, codes, warnings: summary.warnings };
    },
  };
}
