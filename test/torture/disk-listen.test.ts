// A disk that fails at every kind of call on every file: listen.
import { listenScenario } from '../helpers/disk-more-cases.ts';
import { failEverywhere } from './disk.ts';

failEverywhere('listen', (folder) => listenScenario(folder));
