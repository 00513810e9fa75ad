import assert from 'node:assert/strict';
import { test } from 'node:test';
import samples from './samples.fixture.json' with { type: 'json' };
import { CREDIT_CODE_PROBLEMS, canonicalCreditCode, checkCreditCode, organisationCheckAgrees } from './credit-code.ts';
import { IDENTITY_PROBLEMS, canonicalIdentity, checkIdentity, maskIdentity } from './identity.ts';
import { PHONE_PROBLEMS, canonicalPhone, checkPhone, maskPhone } from './phone.ts';

const TODAY = '2025-01-01';

test('mobile numbers: every good sample passes and is stored as eleven digits', () => {
  for (const phone of samples.phone_good) {
    assert.equal(checkPhone(phone), null, phone);
    assert.match(canonicalPhone(phone), /^1[3-9][0-9]{9}$/);
  }
});

test('mobile numbers: every bad sample names the first rule it breaks', () => {
  const broken = samples.phone_bad.map((phone) => [phone, checkPhone(phone)]);
  assert.deepEqual(broken, [
    ['', 'phone_empty'],
    ['1380013800', 'phone_length'],
    ['138001380000', 'phone_length'],
    ['12345678901', 'phone_shape'],
    ['23800138000', 'phone_shape'],
    ['1380013800a', 'phone_shape'],
    ['010-62345678', 'phone_shape'],
    ['10086', 'phone_length'],
  ]);
  assert.equal(PHONE_PROBLEMS.phone_empty.zh, '手机号码不能为空');
  assert.equal(PHONE_PROBLEMS.phone_length.zh, '手机号码长度不为11位');
  assert.equal(maskPhone('+86 138-0013-8000'), '138****8000');
  assert.equal(maskPhone('12345'), '*****');
});

test('identity numbers: good samples pass, also with a lower-case x, bad ones fail', () => {
  for (const number of samples.id_good) {
    assert.equal(checkIdentity(number, TODAY), null, number);
    assert.equal(checkIdentity(number.toLowerCase(), TODAY), null, number);
  }
  assert.deepEqual(
    samples.id_bad.map((number) => checkIdentity(number, TODAY)),
    [
      'identity_check',
      'identity_birth',
      'identity_length',
      'identity_birth',
      'identity_region',
      'identity_shape',
      'identity_shape',
      'identity_birth',
    ],
  );
  assert.equal(checkIdentity('', TODAY), 'identity_empty');
  assert.equal(canonicalIdentity(' 11010119900303001x'), '11010119900303001X');
  assert.equal(maskIdentity('11010119900303001X'), '**************001X');
});

test('identity numbers: the birth date may be today but not tomorrow', () => {
  assert.equal(checkIdentity('110101199001010015', '1990-01-01'), null);
  assert.equal(checkIdentity('110101199001010015', '1989-12-31'), 'identity_birth');
});

test('credit codes: good samples pass, bad ones fail', () => {
  for (const code of samples.uscc_good) assert.equal(checkCreditCode(code.toLowerCase()), null, code);
  assert.deepEqual(
    samples.uscc_bad.map((code) => checkCreditCode(code)),
    [
      'credit_shape',
      'credit_check',
      'credit_shape',
      'credit_length',
      'credit_length',
      'credit_shape',
      'credit_shape',
      'credit_check',
    ],
  );
  assert.equal(checkCreditCode(' '), 'credit_empty');
  assert.equal(canonicalCreditCode('9144030071526726xg'), '9144030071526726XG');
});

test('credit codes: the organisation part carries a check of its own', () => {
  assert.equal(organisationCheckAgrees('914403001922038216'), true);
  assert.equal(organisationCheckAgrees('914403001922038226'), false);
});

test('every message is written in both languages', () => {
  for (const { zh, en } of [PHONE_PROBLEMS, IDENTITY_PROBLEMS, CREDIT_CODE_PROBLEMS].flatMap((map) =>
    Object.values(map),
  )) {
    assert.match(zh, /\p{Script=Han}/u);
    assert.match(en, /^[A-Z][\x20-\x7e]+$/);
  }
});
