// Everything that somebody can do with a running sandbox: the same acts behind its routes and its importable entry.
import type { ActingService } from './acting-service.ts';
import { type ClockActs, makeClockActs } from './clock-acts.ts';
import { type DeliveryActs, makeDeliveryActs } from './delivery-acts.ts';
import { makeReturnActs, type ReturnActs } from './return-acts.ts';
import { makeSettingActs, type SettingActs } from './setting-acts.ts';

export interface SandboxActs extends ReturnActs, SettingActs {
  readonly clock: ClockActs;
  readonly deliveries: DeliveryActs;
}

export const makeActs = (service: ActingService): SandboxActs => ({
  ...makeReturnActs(service),
  ...makeSettingActs(service),
  clock: makeClockActs(service),
  deliveries: makeDeliveryActs(service),
});
