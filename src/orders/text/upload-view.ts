// How an upload of orders looks while it runs.
import type { Presenter } from '../../cli/presenter.ts';
import type { Host } from '../../platform/platform.ts';
import { makeRunView, type RunView } from '../../runs/text/run-view.ts';
import type { Plan } from '../plan.ts';
import { planText } from './plan-text.ts';

export const makeUploadView = (host: Host, show: Presenter): Promise<RunView<Plan>> =>
  makeRunView<Plan>(host, show, {
    message: 'order snapshot',
    other: 'another upload to this target',
    plan: planText,
    codes: (plan) => plan.refusals.map(({ code }) => code),
  });
