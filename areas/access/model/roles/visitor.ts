/** What whoever runs a group, a company or a lot may do with its visitors. */
export const visitorRights = {
  visit: 'read export unmask add edit remove pass refuse signIn signOut cancel invite erase',
  visitorQr: 'read export add edit enable disable',
  visitorCar: 'read export unmask add edit remove',
  visitEvent: 'read export',
  visitorRecord: 'read export unmask',
} as const;
