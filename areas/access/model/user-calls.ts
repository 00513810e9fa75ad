import { email, json, multiSelect, phone, relation, relations, secret, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { role } from './role.ts';
import { user } from './user.ts';

const area = 'access';
const base = '/api/updown/sysuser';
const grant = '/api/updown/plat/ParkUserGrant';
const select = '/api/updown/baseSelect';
const parkId = str(text('车场', 'Car park'), { alias: ['PKID'], max: 40 });
const userId = relation(text('用户', 'User'), () => user);
const companyId = relation(text('单位', 'Company'), () => company);

export const updateUser = call({
  name: 'user.update',
  title: text('修改用户', 'Change a user'),
  area,
  method: 'POST',
  path: `${base}/update`,
  permission: 'user:edit',
  input: {
    id: relation(text('用户', 'User'), () => user, { required: true }),
    realName: str(text('姓名', 'Name'), { max: 30 }),
    phone: phone(text('手机号', 'Mobile')),
    email: email(text('邮箱', 'E-mail')),
    companyId,
    remark: str(text('备注', 'Remark'), { max: 500 }),
  },
});
export const updatePassword = call({
  name: 'user.updatePassword',
  title: text('修改密码', 'Change password'),
  area,
  method: 'POST',
  path: `${base}/updatePassword`,
  permission: 'session',
  input: {
    oldPassword: secret(text('原密码', 'Old password'), { required: true, max: 200 }),
    newPassword: secret(text('新密码', 'New password'), { required: true, max: 200 }),
  },
  note: text(
    '本人的全部登录随之结束，须用新密码重新登录；修改他人所设的密码时，当前登录继续有效',
    'All sessions of the user end and the new password is needed to log in; when a password set by someone else is changed, the current session continues',
  ),
});
export const resetPassword = call({
  name: 'user.resetPassword',
  title: text('重置密码', 'Reset password'),
  area,
  method: 'POST',
  path: `${base}/reset-password`,
  permission: 'user:resetPassword',
  answer: 'list',
  input: { ids: relations(text('用户', 'Users'), () => user, { required: true, alias: ['id', 'userIds'] }) },
  note: text(
    '答复随机的一次性密码，仅此一次；下次登录须修改',
    'Answers random one-time passwords, this once; they are changed at the next login',
  ),
});
export const userRoles = call({
  name: 'user.getMyRole',
  title: text('用户的角色', 'Roles of a user'),
  area,
  method: 'GET',
  path: `${base}/getMyRole`,
  permission: 'session',
  answer: 'list',
  input: { userId },
});
export const grantRole = call({
  name: 'user.grantRole',
  title: text('授予角色', 'Grant roles'),
  area,
  method: 'POST',
  path: `${base}/grantRole`,
  permission: 'user:grantRole',
  input: {
    userId: relation(text('用户', 'User'), () => user, { required: true }),
    ids: relations(text('角色', 'Roles'), () => role),
  },
  note: text(
    '替换该用户的全部角色；不能授予本人没有的权限',
    'Replaces the user’s roles; nobody grants what he does not hold',
  ),
});
export const sellerUsers = call({
  name: 'user.getSellerByParkId',
  title: text('车场的商家用户', 'Shop users of a car park'),
  area,
  method: 'GET',
  path: `${base}/getSellerByParkId`,
  permission: 'session',
  answer: 'list',
  input: { parkId },
});
export const usersOfCompany = call({
  name: 'user.getSelectByCompany',
  title: text('单位的用户', 'Users of a company'),
  area,
  method: 'GET',
  path: `${base}/getSelectByCompany`,
  permission: 'session',
  answer: 'list',
  input: { companyId },
});
export const selectUsersByCompany = call({
  name: 'user.getSelectUserByCompany',
  title: text('单位用户下拉', 'Users of a company to choose'),
  area,
  method: 'GET',
  path: `${select}/getSelectUserByCompany`,
  permission: 'session',
  answer: 'list',
  input: { companyId },
});
export const selectUsersByPark = call({
  name: 'user.getSelectUserByPark',
  title: text('车场用户下拉', 'Users of a car park to choose'),
  area,
  method: 'GET',
  path: `${select}/getSelectUserByPark`,
  permission: 'session',
  answer: 'list',
  input: { parkId },
});
export const loginUser = call({
  name: 'user.getLoginUser',
  title: text('当前登录用户', 'The user logged in'),
  area,
  method: 'POST',
  path: `${base}/getLoginUser`,
  permission: 'session',
  answer: 'object',
  changes: false,
});

/** What a grant of a lot gives. */
export const lotGrants = { work: text('在该车场工作', 'Work at this car park') };
export const saveLotGrant = call({
  name: 'user.grantPark',
  title: text('授权车场', 'Grant car parks'),
  area,
  method: 'POST',
  path: `${grant}/submit`,
  permission: 'user:grantPark',
  input: {
    userId: relation(text('用户', 'User'), () => user, { required: true }),
    parkId,
    grants: multiSelect(text('授权', 'Grants'), lotGrants, {
      help: text('对单个车场：空则收回', 'For one car park: empty takes the grant back'),
    }),
    parkIds: json(text('车场', 'Car parks'), {
      help: text('不填 parkId 时：替换该用户的全部车场', 'Without parkId: replaces all lots of the user'),
    }),
    allParks: str(text('全部车场', 'All car parks'), { max: 5 }),
  },
});
export const lotGrantOf = call({
  name: 'user.getParkGrant',
  title: text('用户的车场授权', 'Car parks granted to a user'),
  area,
  method: 'GET',
  path: `${grant}/get`,
  permission: 'user:read',
  answer: 'object',
  input: { parkId, userId: relation(text('用户', 'User'), () => user, { required: true }) },
});
export const ownLotGrant = call({
  name: 'user.getOwnParkGrant',
  title: text('本人的车场授权', 'Car parks granted to me'),
  area,
  method: 'GET',
  path: `${grant}/getLoginUserGrant`,
  permission: 'session',
  answer: 'object',
  input: { parkId },
});
