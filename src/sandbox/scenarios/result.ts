// What a run of scenarios is told, and what it tells: events while it goes on, and the result at the end, as data and
// as JUnit XML.
import { junitXml } from '../../basics/markup.ts';
import type { Customer, CustomerAuth } from '../deliveries/types.ts';
import type { Sandbox } from '../start.ts';
import type { Ability } from './abilities.ts';
import type { RetailerCheckId } from './questions.ts';

/** What a check is about, for programs: its sentence may change, this word does not. */
type ScenarioCheckKind =
  | 'answered'
  | 'answered-in-time'
  | 'exchange-amount'
  | 'exchange-order'
  | 'message-lost'
  | 'no-message'
  | 'no-refund'
  | 'not-offered'
  | 'refund-amount'
  | 'refund-arrives'
  | 'refund-kept'
  | 'refund-named'
  | 'refund-once'
  | 'refund-units'
  | 'same-exchange-order'
  | 'snapshots-accepted'
  | 'snapshots-ahead'
  | 'snapshots-currency'
  | 'snapshots-newer'
  | 'snapshots-times'
  | 'snapshots-unchanged'
  | 'status'
  | 'step'
  | 'tokens'
  | 'unauthorized'
  | 'variants';

/** One request to the retailer's endpoint and its answer. Of bodies, only the beginning of an answer that was no success. */
export interface ScenarioExchange {
  /** ms since the epoch, real time. */
  readonly at: number;
  /** `POST /rmas RMA-7 CREATED, TRANSIT`. */
  readonly request: string;
  /** Status of the RMA in the message; null for other requests. */
  readonly rma_status: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  /** Why no answer came: `timeout`, `refused`, `dropped`, `dns`, `tls`, `outage`; null otherwise. */
  readonly fault: string | null;
  /** Time of the answer, ms. */
  readonly ms: number;
  /** The beginning of an answer that was no success, escaped, without e-mail addresses and secrets. Absent when it had no body. */
  readonly answer?: string;
}

/** What was seen when a check failed: it decides what to do, before the scenario does. In the order in which one explains another. */
export const SYMPTOMS = [
  'unreached',
  'reset',
  'time-out',
  'redirect',
  'page',
  'credentials',
  'status',
  'slow',
  'answer',
  'refused',
  'late',
  'lost',
  'race',
  'never',
  'gone',
  'unnamed',
  'early',
  'units',
  'twice',
  'amount',
  'snapshot',
  'token',
] as const;
export type Symptom = (typeof SYMPTOMS)[number];

/** One thing that the retailer's side had to do. */
export interface ScenarioCheck {
  /** Of a failed check: what is wrong. A refund that the service refused is `snapshots-accepted`, not `refund-arrives`. */
  readonly kind: ScenarioCheckKind;
  readonly what: string;
  readonly passed: boolean;
  /** What was sent, answered and posted, and when. */
  readonly evidence: string;
  /** Of a failed check: what was seen. Absent when the sandbox refused a step. */
  readonly symptom?: Symptom;
  /** Of a failed check, at the end of the run: the check of `returns certify` that it is about. */
  readonly cause?: string;
  /** Of a failed check, at the end of the run: what to change, in one line; of a passed one, what to know. */
  readonly hint?: string;
  /** What was sent since the check before; at most 20, the first and the last. Absent when nothing was. */
  readonly exchanges?: readonly ScenarioExchange[];
}

/** Why a check failed, before the causes are known: with what only the judge needs. */
export interface Why {
  readonly kind?: ScenarioCheckKind;
  readonly symptom?: Symptom;
  /** The question that it is about. */
  readonly id?: RetailerCheckId | undefined;
  /** Of an answer that was no success: answers of one group are refused for one reason. */
  readonly group?: RetailerCheckId | undefined;
  /** What to change, where what was seen says it more exactly than the question does. */
  readonly hint?: string;
  /** Of a wrong amount: what may explain it, as what to change. */
  readonly reasons?: readonly string[];
  /** Of a missing refund: which one. */
  readonly refund?: number;
}

/** A check as it was found; when it passed, `id` is the question that it answers. */
export type Found = ScenarioCheck & Why;

/** One thing that is looked at. Its sentence holds nothing that depends on the retailer's side: it names the case in JUnit XML. */
export const asking = (kind: ScenarioCheckKind, what: string) => ({
  yes: (id: RetailerCheckId | undefined, evidence: string): Found => ({
    kind,
    what,
    passed: true,
    evidence,
    id,
  }),
  no: (evidence: string, why: Why = {}): Found => ({ kind, what, passed: false, evidence, ...why }),
});

export interface ScenarioOutcome {
  readonly name: string;
  /** False also when it was not tried. */
  readonly passed: boolean;
  readonly checks: readonly ScenarioCheck[];
  /** Why it was not tried; absent when it was. */
  readonly not_tried?: string;
  /** Steps that were left out, with the reason; absent when there is none. */
  readonly left_out?: readonly string[];
}

/** One mistake, however many checks it fails. */
export interface ScenarioCause {
  /** The check of `returns certify` that it is about; of a step that the sandbox refused, empty. */
  readonly id: string;
  readonly symptom: Symptom | null;
  /** What to change, in one line. */
  readonly hint: string;
  /** What was seen first, and in which step. */
  readonly evidence: string;
  /** The first that it explains, null when it was seen outside of them, and how many others. */
  readonly scenario: string | null;
  readonly others: number;
}

/** The document of `scenario run --json`. */
export interface ScenarioResult {
  readonly schema: 'scenario-result/1';
  /** What is wrong, each mistake once, the one that explains most first. */
  readonly causes: readonly ScenarioCause[];
  readonly scenarios: readonly ScenarioOutcome[];
  /** What no scenario can see, in sentences; absent when none was asked for it. */
  readonly unseen?: readonly string[];
}

export type ScenarioEvent =
  | { readonly type: 'begin'; readonly name: string; readonly title: string }
  | { readonly type: 'check'; readonly check: ScenarioCheck }
  /** A step of a scenario that was left out. */
  | { readonly type: 'left-out'; readonly text: string }
  | { readonly type: 'end'; readonly outcome: ScenarioOutcome; readonly ms: number };

export const isPartly = ({ passed, left_out: leftOut = [] }: ScenarioOutcome): boolean =>
  passed && leftOut.length > 0;

/** A suite is a scenario, a case is a check. */
export const junitOf = ({ scenarios }: ScenarioResult): string =>
  junitXml(
    'returns sandbox scenario run',
    scenarios.map(({ name: suite, checks, not_tried: why, left_out: leftOut = [] }) => {
      const untried = leftOut.map((evidence) => ({ name: evidence.split(':')[0]!, evidence }));
      if (why !== undefined) untried.push({ name: 'not tried', evidence: why });
      const tried = checks.map(({ what: name, passed, evidence, hint }) => {
        return { name, result: passed ? ('passed' as const) : ('failed' as const), evidence, hint };
      });
      return {
        name: suite,
        cases: [...tried, ...untried.map((one) => ({ ...one, result: 'not_tried' as const }))],
      };
    }),
  );

/** Restarts the retailer's side. A text that it resolves with says why that failed. */
export type Restart = () => Promise<unknown>;

/** What the retailer's side has to know before the scenarios are played. */
export interface GivenByScenarios {
  /** Order snapshots, as in the order message. */
  readonly orders: readonly Readonly<Record<string, unknown>>[];
  /** Variants by variant_identifier, as in the answer to a variants request. */
  readonly variants: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** What a run of scenarios can be told: for the commands and for tests of a retailer. */
export interface ScenarioOptions {
  /** The address of the retailer's endpoints. */
  readonly customerUrl: string;
  /** How the sandbox signs in there; asked again after a 401. Default: not at all. */
  readonly customerAuth?: (() => CustomerAuth) | undefined;
  /** Default: those of `returns listen`. */
  readonly customerPaths?: Partial<Customer['paths']> | undefined;
  /** What the retailer can do: what needs more is not tried. Default: what most can. */
  readonly retailerCan?: Iterable<Ability>;
  /** Port of the sandbox; 0, the default, picks a free one. */
  readonly port?: number;
  /** Real time that the retailer has for each thing, ms or a text such as `10s`, the default. */
  readonly wait?: number | string;
  /** Real time in which nothing more may come where nothing is expected, ms or a text such as `1s`, the default. */
  readonly settle?: number | string;
  /** Most real time of an answer, ms or a text such as `5s`, the default. */
  readonly answer?: number | string;
  /** Another number gives other order identifiers; default 1. */
  readonly seed?: number;
  /** Called before the first scenario: the retailer posts its refunds to this sandbox. */
  readonly onReady?: (sandbox: Sandbox) => void | Promise<void>;
  readonly onEvent?: (event: ScenarioEvent) => void;
  /** Restarts the retailer's side, for the scenario `restart`: without it, that is not tried. A text it resolves with says why it failed. */
  readonly restart?: Restart | undefined;
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined;
}
