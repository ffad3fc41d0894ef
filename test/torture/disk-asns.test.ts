// A disk that fails at every kind of call on every file: ASNs.
import { asnScenario } from '../e2e/disk-more-cases.ts';
import { failEverywhere } from './disk.ts';

failEverywhere('ASNs', (folder) => asnScenario(folder));
