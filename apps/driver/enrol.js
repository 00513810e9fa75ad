/** The page where people hand themselves in for doors. Written for old phones, as the visitors' page; it keeps nothing. */
const words = {
  zh: {
    title: '门禁登记',
    none: '请扫描单位提供的登记二维码。',
    failed: '网络不通，请重试',
    name: '姓名',
    phone: '手机号',
    no: '工号或编号（选填）',
    village: '小区',
    dept: '部门',
    choose: '请选择',
    accept: '我已阅读并同意',
    send: '提交登记',
    done: '登记已提交。单位审核后即可使用门禁卡，请到前台领取。',
  },
  en: {
    title: 'Doors',
    none: 'Please scan the code that your company gave you.',
    failed: 'No connection, please try again',
    name: 'Your name',
    phone: 'Mobile',
    no: 'Staff or other number (if you have one)',
    village: 'Community',
    dept: 'Department',
    choose: 'Please choose',
    accept: 'I have read this and agree',
    send: 'Register',
    done: 'Handed in. Once your company has checked it you may use a card; please ask at reception.',
  },
};
const query = new URLSearchParams(location.search);
const code = query.get('code') || '';
let lang = query.get('lang') || (/^zh/i.test(navigator.language || 'zh') ? 'zh' : 'en');
if (!words[lang]) lang = 'zh';
const page = document.getElementById('page');
const path = '/api/gatehouse/door/enrol';

function t(key) {
  return words[lang][key];
}
function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined && text !== null) element.textContent = text;
  return element;
}
function ask(method, input, good, bad) {
  const isGet = method === 'GET';
  fetch(path + (isGet ? '?' + new URLSearchParams(input) : ''), {
    method: method,
    headers: { 'Accept-Language': lang, 'Content-Type': 'application/json' },
    body: isGet ? undefined : JSON.stringify(input),
    credentials: 'omit',
  })
    .then(function (answer) {
      return answer.json();
    })
    .then(
      function (answer) {
        return answer.success
          ? good(answer.data)
          : bad(answer.errors && answer.errors.length > 0 ? answer.errors[0].msg : answer.msg);
      },
      function () {
        bad(t('failed'));
      },
    );
}
function draw(draws) {
  page.textContent = '';
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.getElementById('lang').textContent = lang === 'zh' ? 'English' : '中文';
  document.title = t('title');
  draws();
}
function say(key, text) {
  draw(function () {
    page.appendChild(make('p', 'wait', text || t(key)));
  });
}
function field(form, id, type, more) {
  const label = make('label', '', t(id));
  label.htmlFor = id;
  const input = make(type === 'select' ? 'select' : 'input', 'field');
  input.id = id;
  if (type !== 'select') input.type = type;
  Object.assign(input, more);
  form.appendChild(label);
  form.appendChild(input);
  return input;
}
/** One choice is chosen; of several none is. */
function choice(form, id, choices) {
  const select = field(form, id, 'select', { required: true });
  (choices.length === 1 ? [] : [{ value: '', label: t('choose') }]).concat(choices).forEach(function (each) {
    const option = make('option', '', each.label);
    option.value = each.value;
    select.appendChild(option);
  });
  return select;
}
function agreement(form, privacy) {
  form.appendChild(make('p', 'note', privacy));
  const line = make('label', 'tick');
  const tick = make('input');
  tick.type = 'checkbox';
  tick.id = 'accept';
  tick.required = true;
  line.appendChild(tick);
  line.appendChild(make('span', '', t('accept')));
  form.appendChild(line);
}
function register(of) {
  const form = make('form');
  form.appendChild(make('h2', '', of.companyName));
  const name = field(form, 'name', 'text', { required: true, minLength: 2, maxLength: 40, autocomplete: 'name' });
  const phone = field(form, 'phone', 'tel', { required: true, maxLength: 20, autocomplete: 'tel' });
  const no = field(form, 'no', 'text', { maxLength: 30, autocomplete: 'off' });
  const village = choice(form, 'village', of.villages);
  const dept = choice(form, 'dept', of.depts);
  agreement(form, of.privacy);
  const go = make('button', 'main', t('send'));
  go.type = 'submit';
  form.appendChild(go);
  const why = make('p', 'bad');
  why.setAttribute('role', 'alert');
  form.appendChild(why);
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    go.disabled = true;
    why.textContent = '';
    const input = {
      code: code,
      villageId: village.value,
      deptId: dept.value,
      empName: name.value.trim(),
      phone: phone.value.trim(),
      consent: true,
    };
    if (no.value.trim()) input.empNo = no.value.trim();
    ask(
      'POST',
      input,
      function () {
        say('done');
      },
      function (text) {
        go.disabled = false;
        why.textContent = text;
      },
    );
  });
  page.appendChild(form);
}
/** Requested again when the language changes, as it contains the notice. */
function look() {
  if (!code) return say('none');
  ask(
    'GET',
    { code: code },
    function (of) {
      draw(register.bind(null, of));
    },
    function (text) {
      say('failed', text);
    },
  );
}
document.getElementById('lang').addEventListener('click', function () {
  lang = lang === 'zh' ? 'en' : 'zh';
  document.getElementById('park').textContent = t('title');
  look();
});
document.getElementById('park').textContent = t('title');
look();
