// Owns: the door of the confined adapter.
export { confined } from './confined.js';
