/** Rights on uploads: an administrator enters platforms, opens them and sends again. */
export const uploads = {
  thirdparty: 'read export add edit remove open send',
  thirdpartyApp: 'read export add edit remove',
  thirdpartyGate: 'read export add edit',
  thirdplatform: 'read export add edit remove',
  thirdMessage: 'read export unmask',
  thirdDiary: 'read export',
  tackManagement: 'read remove start cancel',
} as const;

/** And whoever runs a lot: whether it is uploaded, and with what result. */
export const uploadsOfLot = {
  thirdparty: 'read',
  thirdpartyApp: 'read',
  thirdpartyGate: 'read',
  thirdplatform: 'read',
  thirdMessage: 'read export',
  thirdDiary: 'read',
  tackManagement: 'read',
} as const;

/** And read access for auditors. */
export const uploadsToAudit = {
  thirdparty: 'read export',
  thirdpartyApp: 'read export',
  thirdpartyGate: 'read export',
  thirdplatform: 'read export',
  thirdMessage: 'read export',
  thirdDiary: 'read export',
  tackManagement: 'read',
} as const;

/** Applications of the open platform and their webhooks: the operator makes the keys, the group subscribes for them. */
export const webhooks = {
  webhook: 'read export add edit remove rotate test send',
  webhookDelivery: 'read export',
  webhookTry: 'read export',
} as const;
