// A disk that fails at every kind of call on every file: runs list.
import { runsScenario } from '../helpers/disk-more-cases.ts';
import { failEverywhere } from './disk.ts';

failEverywhere('runs list', (folder) => runsScenario(folder));
