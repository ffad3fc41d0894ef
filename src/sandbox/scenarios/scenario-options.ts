// What a run of scenarios can be told: for the commands and for tests of a retailer.
import type { Customer, CustomerAuth } from '../deliveries/types.ts';
import type { Sandbox } from '../start.ts';
import type { Ability } from './abilities.ts';
import type { Restart, ScenarioEvent } from './result.ts';

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
