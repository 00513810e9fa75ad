import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesOf, codesIn } from './permission.ts';
import type { Branch } from './permission.ts';

const leaf = (code: string, name: string, nameEn: string): Branch => ({ code, name, nameEn, children: [] });
const tree: Branch[] = [
  {
    code: null,
    name: '系统',
    nameEn: 'System',
    children: [
      {
        ...leaf('user:read', '用户管理', 'Users'),
        children: [leaf('user:add', '新增', 'Add'), leaf('user:edit', '修改', 'Edit')],
      },
      leaf('role:read', '角色', 'Roles'),
    ],
  },
  leaf('user:add', '新增', 'Add'),
];

test('the tree of permissions is flattened into codes, each once', () => {
  assert.deepEqual(codesIn(tree), ['user:read', 'user:add', 'user:edit', 'role:read']);
});

test('a search keeps what it names with the way to it', () => {
  assert.deepEqual(codesIn(branchesOf(tree, 'EDIT')), ['user:read', 'user:edit']);
  assert.deepEqual(codesIn(branchesOf(tree, '角色')), ['role:read']);
  assert.deepEqual(branchesOf(tree, 'nothing'), []);
  assert.equal(branchesOf(tree, ' ').length, 2);
});
