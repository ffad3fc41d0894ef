// Everything that somebody can do with a running sandbox: the same acts behind its routes and its importable entry.

import type { Service } from '../intake/service.ts';
import { makeClockActs } from './clock-acts.ts';
import { makeDeliveryActs } from './delivery-acts.ts';
import { makeReturnActs } from './return-acts.ts';
import { makeSettingActs } from './setting-acts.ts';

export type SandboxActs = ReturnType<typeof makeActs>;

export const makeActs = (service: Service) => ({
  ...makeReturnActs(service),
  ...makeSettingActs(service),
  clock: makeClockActs(service),
  deliveries: makeDeliveryActs(service),
});
