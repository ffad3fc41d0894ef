// A disk that fails at every kind of call on every file: ASNs.
import { asnScenario } from '../helpers/disk-more-cases.ts';
import { failEverywhere } from './disk.ts';

failEverywhere('ASNs', (folder) => asnScenario(folder));
