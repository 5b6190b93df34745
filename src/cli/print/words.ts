// Owns: how numbers and lists are worded for people, the same on every machine whatever its locale.

/** A number with separators between thousands: `65,536`. */
export const grouped = (amount: number): string => amount.toLocaleString('en-US');

/** A size: `1 byte`, `16,070 bytes`. */
export const bytesText = (bytes: number): string => `${grouped(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;

/** An amount of things: `1 file`, `3 files`. */
export const counted = (amount: number, thing: string): string =>
  `${grouped(amount)} ${thing}${amount === 1 ? '' : 's'}`;

/** Some of a list and how many more there are: `a, b and 5 more`. */
export const someOf = (items: readonly string[], most: number): string => {
  const shown = items.slice(0, most).join(', ');
  return items.length <= most ? shown : `${shown} and ${grouped(items.length - most)} more`;
};
