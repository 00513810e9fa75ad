/** What the clock, devices and other areas may ask of the roadside. */
export { acceptClaims, acceptEvidence, holdLotsOf } from './evidence.ts';
export type { Accepted, Claim } from './evidence.ts';
export { berthThen, sayAtBerth } from './at-berth.ts';
export { drawerFor } from './collect.ts';
export { grantedSections, sectionsGranted } from './grants.ts';
export { lotSettings } from './lot-settings.ts';
export { roadSettingsOf } from './settings.ts';
export { sweepEnds, sweepSilence } from './sweep.ts';
export { GUIDE_EVERY_MS, refreshGuides as updateGuideScreens } from './guides.ts';
export { LOCKS_EVERY_MS, RAISES_EVERY_MS, tendLocks } from './tend-locks.ts';
export { takeStreet } from './street.ts';
export { chaseDebts, endTerms } from './notices.ts';
export { feltUnproven } from './bindings.ts';
export { proveMountings } from './mountings.ts';
export { rateSensors } from './sensor-worth.ts';
export { warnOfCollectors } from './warn-collectors.ts';
export { warnOfSwaps, warnOfUnattended } from './warn-sections.ts';
