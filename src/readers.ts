// Owns: the `./readers` entry: logs of this and of other harnesses, read from text.
export { readAnyLog, touchToolsOf, visitAnyLog } from './programs/read-any-log.js';
export type {
  AnyHead,
  AnyLog,
  AnyLogError,
  AnyLogOptions,
  Format,
  LogOrigin,
  TouchTools,
  VisitEvent,
} from './programs/read-any-log.js';
