// Owns: the door of the encoding adapter.
export { decoder } from './decoder.js';
