/** What an administrator does with the company's public accounts. */
export const publicAccounts = {
  publicplat: 'read export add edit remove test sync',
  wxOtherConfig: 'read export add edit',
  wxinfo: 'read export unmask',
  wxkeyword: 'read export add edit remove',
  wxmenu: 'read export add edit remove publish',
  wxmenuVersion: 'read export',
  parkminiprogram: 'read export add edit remove test authorize',
  systemplatemsgconfig: 'read export add edit remove test',
  wxPlate: 'read export unmask remove',
  wxPush: 'read export unmask resend',
  wxSync: 'read export',
  parkMiniOtherConfig: 'read export add edit remove',
} as const;
