// Owns: which names of time zones count, which of them mean the same zone, and which one a direct message claims.
// What a zone's clock shows is stamp.ts's business.
import type { SourceTag } from '../../domain/message.js';
import { clockOf } from './clock.js';

/**
 * Both spellings of each zone whose city was renamed or whose name was moved.
 *
 * Why:    one runtime gives back the first, another the second, a third whichever it was asked for; a browser and its
 *         host need not agree.
 * Source: SPEC T2; the `backward` file of the IANA time zone database
 */
export const TWINS: readonly (readonly [string, string])[] = [
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Ashkhabad', 'Asia/Ashgabat'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Dacca', 'Asia/Dhaka'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Macao', 'Asia/Macau'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Asia/Thimbu', 'Asia/Thimphu'],
  ['Asia/Ujung_Pandang', 'Asia/Makassar'],
  ['Asia/Ulan_Bator', 'Asia/Ulaanbaatar'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
];

const TWIN_OF: ReadonlyMap<string, string> = new Map(
  TWINS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** The clock of a zone under its own name or, where the runtime does not know that, under its twin's. */
export const clockOfZone = (name: string): Intl.DateTimeFormat | undefined => {
  const twin = TWIN_OF.get(name);
  return clockOf(name) ?? (twin === undefined ? undefined : clockOf(twin));
};

/**
 * Tells whether a name counts as a time zone.
 *
 * Shape:  `UTC`; a name that the runtime knows and gives back unchanged; either of two twins. No link, no other letter
 *         case, no offset (newer runtimes give those back unchanged).
 * Source: SPEC T2
 */
export const isAcceptedZone = (name: string): boolean => {
  if (name === 'UTC') return true;
  if (/^[+-]/u.test(name)) return false;
  return TWIN_OF.has(name) ? clockOfZone(name) !== undefined : clockOf(name)?.resolvedOptions().timeZone === name;
};

/** Tells whether a newer time zone database than the runtime's might know the name, `Area/Place`. Source: SPEC I1 */
export const mayBeKnownElsewhere = (name: string): boolean =>
  /^[A-Za-z][\w+-]*(?:\/[\w+-]+)+$/u.test(name) && clockOfZone(name) === undefined;

/** Each of the names that means a zone of its own, twins as the first of them was given. */
export const distinctZones = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => {
    const twin = TWIN_OF.get(name);
    return !names.slice(0, index).some((earlier) => earlier === name || earlier === twin);
  });

/** The zone that a direct message's source claims: the one its host checked and put beside the request's id. */
export const claimOf = ({ kind, ...fields }: SourceTag): string | undefined => {
  const { rpcId, clientTimeZone } = fields;
  const isChecked = kind === 'user' && typeof rpcId === 'string';
  return isChecked && typeof clientTimeZone === 'string' ? clientTimeZone : undefined;
};
