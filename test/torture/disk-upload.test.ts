// A disk that fails at every single point of an upload.
import { uploadScenario } from '../helpers/disk-cases.ts';
import { failEverywhere } from './disk.ts';

failEverywhere('upload', (folder) => uploadScenario(folder));
