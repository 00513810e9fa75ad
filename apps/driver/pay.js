/** The driver's page: plate, bill, payment, time to leave. For old phones: no modules; only the last plate is kept. */
const words = {
  zh: {
    title: '停车缴费',
    plate: '车牌号',
    province: '省份',
    other: '其他',
    find: '查询费用',
    due: '应缴',
    yuan: '元',
    inTime: '入场时间',
    stayed: '停车时长',
    settled: '已缴',
    pay: {
      wechat: '微信支付',
      alipay: '支付宝支付',
      allinpay: '微信、支付宝或云闪付支付',
      sandbox: '模拟支付（演示，不产生真实付款）',
    },
    again: '查询其他车辆',
    refresh: '重新计价',
    nothing: '无需缴费',
    paid: '缴费成功',
    lane: '道闸即将抬起，请通行。',
    until: '请在此时间前离场',
    waiting: '正在等待支付结果…',
    done: '我已支付，查询结果',
    slow: '尚未收到支付结果。如已付款请稍候，不要重复支付。',
    failed: '网络不通，请重试',
    noPark: '请扫描车场或通道上的二维码打开本页。',
    phone: '客服电话',
    help: '呼叫工作人员',
    hour: '小时',
    minute: '分钟',
    wechatOnly: '请点右上角，选择“在浏览器打开”后使用微信支付。',
    gone: '车辆已离场',
    whole: '请输入完整车牌',
    none: '本车场未开通线上支付，请到岗亭缴费。',
    debtsTitle: '补缴停车费',
    findDebts: '查询欠费',
    slip: '欠费单号（选填，填写后显示该笔详情）',
    sum: '合计欠费',
    items: '笔数',
    day: '日期',
    berth: '泊位',
    outTime: '离场时间',
    rest: '查看其余欠费',
    invoice: '开具电子发票',
    tick: '选择这一笔',
    chosen: '已选',
    roadside: '路内欠费',
    together: '与欠费一并缴纳',
    seeDebts: '查看欠费',
    apart: '所选欠费归不同商户收款，请分开支付。',
    toPay: '缴纳在场车辆停车费',
    appeal: '对这笔欠费有异议，申诉',
    mobile: '手机号（用于答复）',
    why: '情况说明',
    photo: '照片（选填）',
    send: '提交申诉',
    sent: '申诉已提交，受理期间不再催缴。编号',
    back: '返回',
    more: '请填写手机号和情况说明',
    advert: '广告',
    shut: '关闭广告',
  },
  en: {
    title: 'Pay for parking',
    plate: 'Plate',
    province: 'Province',
    other: 'Other',
    find: 'Show the bill',
    due: 'To pay',
    yuan: 'yuan',
    inTime: 'In at',
    stayed: 'Parked for',
    settled: 'Paid before',
    pay: {
      wechat: 'WeChat Pay',
      alipay: 'Alipay',
      allinpay: 'WeChat, Alipay or UnionPay',
      sandbox: 'Pretend to pay (demo, no real money)',
    },
    again: 'Another car',
    refresh: 'Price again',
    nothing: 'Nothing to pay',
    paid: 'Paid',
    lane: 'The barrier is about to open.',
    until: 'Please leave before',
    waiting: 'Waiting for the payment…',
    done: 'I have paid, check again',
    slow: 'No word of the payment yet. If you have paid, please wait and do not pay twice.',
    failed: 'No connection, please try again',
    noPark: 'Please scan the code at the car park or lane to open this page.',
    phone: 'Service',
    help: 'Call for help',
    hour: 'h',
    minute: 'min',
    wechatOnly: 'Open this page in your browser (top right) to use WeChat Pay.',
    gone: 'The car has left',
    whole: 'Please enter the whole plate',
    none: 'No online payment here, please pay at the box.',
    debtsTitle: 'Pay what is owed',
    findDebts: 'Find debts',
    slip: 'Debt number (if you have it, it shows that debt in full)',
    sum: 'Owed in all',
    items: 'Debts',
    day: 'Day',
    berth: 'Berth',
    outTime: 'Out at',
    rest: 'Other debts of this plate',
    invoice: 'Get an e-invoice',
    tick: 'Choose this one',
    chosen: 'Chosen',
    roadside: 'Owed at the roadside',
    together: 'Pay it with the bill',
    seeDebts: 'See what is owed',
    apart: 'These debts are paid to different accounts. Please pay them separately.',
    toPay: 'Pay for a car that is parked',
    appeal: 'This debt is wrong: appeal',
    mobile: 'Mobile (for the reply)',
    why: 'What happened',
    photo: 'Photo (if any)',
    send: 'Send the appeal',
    sent: 'Sent. You need not pay until it is decided. Number',
    back: 'Back',
    more: 'Please enter your mobile and what happened',
    advert: 'Advert',
    shut: 'Close the advert',
  },
};
const query = new URLSearchParams(location.search);
const parkId = query.get('parkId') || '';
/** The code of a berth at the roadside, where that was scanned. */
const berth = query.get('berth') || '';
/** The code of a lane, where that was scanned. */
const gate = query.get('gate') || '';
const onDebts = location.pathname.endsWith('/m/debts');
let lang = query.get('lang') || (/^zh/i.test(navigator.language || 'zh') ? 'zh' : 'en');
if (!words[lang]) lang = 'zh';
const page = document.getElementById('page');
const inWechat = /MicroMessenger/i.test(navigator.userAgent);
/** The code of a login to WeChat, good once. */
let login = query.get('code') || '';
let lot = null;
let show = function () {
  return undefined;
};
let timer = 0;

function t(key) {
  return words[lang][key];
}
function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined && text !== null) element.textContent = text;
  return element;
}
function yuan(fen) {
  return (fen < 0 ? '-' : '') + Math.floor(Math.abs(fen) / 100) + '.' + ('0' + (Math.abs(fen) % 100)).slice(-2);
}
function two(n) {
  return ('0' + n).slice(-2);
}
/** Month, day and time by the car park's clock. */
function clock(at, zone) {
  const parts = {};
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone || lot.zone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
    .formatToParts(new Date(at))
    .forEach(function (part) {
      parts[part.type] = part.value;
    });
  return parts.month + '-' + parts.day + ' ' + two(Number(parts.hour) % 24) + ':' + parts.minute;
}
function lasted(from, to) {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60000));
  return (minutes >= 60 ? Math.floor(minutes / 60) + ' ' + t('hour') + ' ' : '') + (minutes % 60) + ' ' + t('minute');
}
/** Asks the server; `good` gets the data, `bad` the words to show. */
function ask(path, input, good, bad) {
  const post = path !== 'lot';
  fetch('/api/gatehouse/driver/' + path + (post ? '' : '?parkId=' + encodeURIComponent(input.parkId)), {
    method: post ? 'POST' : 'GET',
    headers: { 'Accept-Language': lang, 'Content-Type': 'application/json' },
    body: post ? JSON.stringify(input) : undefined,
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
  clearTimeout(timer);
  show = draws;
  page.textContent = '';
  draws();
}
function button(name, text, click) {
  const element = make('button', name, text);
  element.type = 'button';
  element.addEventListener('click', click);
  return element;
}
function row(into, name, value) {
  const element = make('div', 'row');
  if (name) element.appendChild(make('span', '', name));
  element.appendChild(make('span', '', value));
  into.appendChild(element);
}
function complaint(into) {
  const element = make('p', 'bad');
  element.setAttribute('role', 'alert');
  into.appendChild(element);
  return element;
}
/** Some browsers refuse to keep anything: then the plate is typed again. */
function lastPlate() {
  try {
    return localStorage.getItem('gatehouse-driver-plate') || '';
  } catch {
    return '';
  }
}
function keepPlate(plate) {
  try {
    localStorage.setItem('gatehouse-driver-plate', plate);
  } catch {
    lastPlate();
  }
}

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
function enter() {
  const form = make('form');
  const name = make('label', '', t('plate'));
  name.htmlFor = 'plate';
  const line = make('div', 'plate');
  const sign = make('select');
  sign.setAttribute('aria-label', t('province'));
  provinces
    .split('')
    .concat('')
    .forEach(function (each) {
      const option = make('option', '', each || t('other'));
      option.value = each;
      sign.appendChild(option);
    });
  const rest = make('input');
  rest.id = 'plate';
  rest.maxLength = 16;
  rest.autocomplete = 'off';
  rest.setAttribute('autocapitalize', 'characters');
  rest.spellcheck = false;
  const last = lastPlate();
  if (last) {
    sign.value = provinces.indexOf(last.charAt(0)) >= 0 ? last.charAt(0) : '';
    rest.value = sign.value ? last.slice(1) : last;
  }
  line.appendChild(sign);
  line.appendChild(rest);
  form.appendChild(name);
  form.appendChild(line);
  const slip = onDebts ? slipIn(form) : null;
  const find = make('button', 'main', t(onDebts ? 'findDebts' : 'find'));
  form.appendChild(find);
  const bad = complaint(form);
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    const plate = sign.value + rest.value.trim().toUpperCase();
    if (rest.value.trim().length < 4) {
      bad.textContent = t('whole');
      return;
    }
    find.disabled = true;
    const refused = function (why) {
      find.disabled = false;
      bad.textContent = why;
    };
    if (slip) lookDebts(plate, slip.value.trim(), refused);
    else look(plate, refused);
  });
  page.appendChild(form);
  if (lot.feeNotice && !onDebts) page.appendChild(make('p', 'note', lot.feeNotice));
  const other = make('a', 'plain', t(onDebts ? 'toPay' : 'findDebts'));
  other.href = (onDebts ? '/m/pay' : '/m/debts') + '?parkId=' + encodeURIComponent(parkId) + '&lang=' + lang;
  page.appendChild(other);
}
function slipIn(form) {
  const name = make('label', '', t('slip'));
  name.htmlFor = 'slip';
  const line = make('div', 'plate');
  const slip = make('input');
  slip.id = 'slip';
  slip.maxLength = 40;
  slip.autocomplete = 'off';
  line.appendChild(slip);
  form.appendChild(name);
  form.appendChild(line);
  return slip;
}
function look(plate, bad) {
  askBill(
    plate,
    berth
      ? function () {
          // At a berth nobody has read the driver's own word is the plate.
          ask(
            'berth',
            { parkId: parkId, berth: berth, plateNumber: plate },
            function () {
              askBill(plate, bad);
            },
            bad,
          );
        }
      : bad,
  );
}
function askBill(plate, bad) {
  ask(
    'bill',
    { parkId: parkId, plateNumber: plate },
    function (bill) {
      keepPlate(plate);
      draw(function () {
        showBill(bill);
      });
    },
    bad,
  );
}

function payButtons(into, bill) {
  if (bill.dueFen > 0 && bill.channels.length === 0) into.appendChild(make('p', 'note', t('none')));
  bill.channels.forEach(function (channel) {
    if (channel === 'wechat' && inWechat && !login) {
      into.appendChild(make('p', 'note', t('wechatOnly')));
      return;
    }
    into.appendChild(
      button('main', t('pay')[channel], function (event) {
        pay(bill, channel, event.target);
      }),
    );
  });
}
function showBill(bill) {
  const card = make('section', 'card');
  card.appendChild(make('h2', '', bill.plateNumber));
  if (bill.dueFen > 0) {
    const sum = make('p', 'sum', yuan(bill.dueFen) + ' ');
    sum.appendChild(make('small', '', t('yuan')));
    sum.setAttribute('aria-label', t('due') + ' ' + yuan(bill.dueFen) + ' ' + t('yuan'));
    card.appendChild(sum);
  } else card.appendChild(make('p', 'good', t('nothing')));
  if (bill.inTime) {
    row(card, t('inTime'), clock(bill.inTime));
    row(card, t('stayed'), lasted(bill.inTime, bill.at));
  }
  bill.lines.forEach(function (line) {
    row(card, line.text, yuan(line.amountFen));
  });
  if (bill.freeUntil && bill.dueFen === 0) row(card, t('until'), clock(bill.freeUntil));
  page.appendChild(card);
  payButtons(page, bill);
  const bad = complaint(page);
  bad.id = 'why';
  const owed = make('div');
  page.appendChild(owed);
  askExitDebts(owed, bill);
  if (bill.dueFen > 0)
    page.appendChild(
      button('plain', t('refresh'), function () {
        look(bill.plateNumber, function (why) {
          bad.textContent = why;
        });
      }),
    );
  page.appendChild(
    button('plain', t('again'), function () {
      draw(enter);
    }),
  );
  askAdvert(bill, 'bill');
}
/** Closed once, none comes back as long as the page is open. */
let advertShut = false;
function nothing() {
  return undefined;
}
/** Loaded last and shown below all else: nothing waits for it, nothing moves; a late one is not shown. */
function askAdvert(bill, slot) {
  if (advertShut || onDebts) return;
  const box = make('aside', 'advert');
  page.appendChild(box);
  const start = Date.now();
  ask(
    'advert',
    { ticket: bill.ticket, slot: slot },
    function (found) {
      if (found && !advertShut && box.parentNode && Date.now() - start < 800) showAdvert(box, found);
    },
    nothing,
  );
}
function showAdvert(box, found) {
  const shut = button('shut', '×', function () {
    advertShut = true;
    box.textContent = '';
    ask('advertSeen', { token: found.token, kind: 'close' }, nothing, nothing);
  });
  shut.setAttribute('aria-label', t('shut'));
  const body = make(found.link ? 'a' : 'p', '', found.picture ? '' : found.text);
  if (found.link) {
    body.href = found.link;
    body.rel = 'noopener noreferrer';
    body.target = '_blank';
  }
  if (found.picture) {
    const image = make('img');
    image.src = found.picture;
    image.alt = found.text || t('advert');
    body.appendChild(image);
  }
  box.appendChild(make('small', '', t('advert')));
  box.appendChild(shut);
  box.appendChild(body);
  watchAdvert(box, found.token);
}
/** Seen is half of it for a second, in a page that is looked at. */
function watchAdvert(box, token) {
  if (!window.IntersectionObserver) return;
  let since = 0;
  const watch = new IntersectionObserver(
    function (entries) {
      clearTimeout(since);
      if (entries[entries.length - 1].intersectionRatio < 0.5) return;
      since = setTimeout(function () {
        if (document.visibilityState !== 'visible' || !box.firstChild) return;
        watch.disconnect();
        ask('advertSeen', { token: token, kind: 'viewable' }, nothing, nothing);
      }, 1000);
    },
    { threshold: [0, 0.5] },
  );
  watch.observe(box);
}
/** What the car owes at the roadside, and paying it with the bill where the car park asks so. */
function askExitDebts(into, bill) {
  ask(
    'exitDebts',
    { ticket: bill.ticket },
    function (found) {
      if (found.count === 0) return;
      const card = make('section', 'card');
      row(card, t('roadside') + ' · ' + found.count, yuan(found.sumFen) + ' ' + t('yuan'));
      const link = make('a', 'plain', t('seeDebts'));
      link.href = '/m/debts?parkId=' + encodeURIComponent(parkId) + '&lang=' + lang;
      card.appendChild(link);
      if (bill.dueFen > 0 && found.debts.length > 0) {
        const sumFen = found.debts.reduce(function (sum, debt) {
          return sum + debt.dueFen;
        }, bill.dueFen);
        row(card, t('together'), yuan(sumFen) + ' ' + t('yuan'));
        payButtons(card, {
          tickets: [bill.ticket].concat(
            found.debts.map(function (debt) {
              return debt.ticket;
            }),
          ),
          payKey: String(Math.random()).slice(2) + Date.now(),
          plateNumber: bill.plateNumber,
          atLane: bill.atLane,
          dueFen: sumFen,
          channels: bill.channels,
        });
      }
      into.appendChild(card);
    },
    function () {
      return undefined;
    },
  );
}
function lookDebts(plate, slip, bad) {
  ask(
    'debts',
    { parkId: parkId, plateNumber: plate, slip: slip || undefined },
    function (found) {
      keepPlate(plate);
      draw(function () {
        showDebts(found);
      });
    },
    bad,
  );
}
/** A debt is paid alone, or with others that are ticked and paid to the same account. */
function showDebts(found) {
  const chosen = [];
  const card = make('section', 'card');
  card.appendChild(make('h2', '', found.plateNumber));
  row(card, t('items'), found.count);
  row(card, t('sum'), yuan(found.sumFen) + ' ' + t('yuan'));
  page.appendChild(card);
  const bad = complaint(page);
  bad.id = 'why';
  const foot = make('section', 'card');
  found.debts.forEach(function (debt) {
    const own = debtCard(found.plateNumber, debt);
    if (found.debts.length > 1 && debt.channels.length > 0)
      tick(own, debt, chosen, function () {
        showChosen(foot, found.plateNumber, chosen);
      });
    page.appendChild(own);
  });
  if (found.debts.length > 1) {
    showChosen(foot, found.plateNumber, chosen);
    page.appendChild(foot);
  }
  page.appendChild(
    button('plain', t('again'), function () {
      draw(enter);
    }),
  );
}
/** Ticked at first, as far as they go together with the first one. */
function tick(into, debt, chosen, then) {
  const name = make('label', 'tick');
  const box = make('input');
  box.type = 'checkbox';
  box.checked = chosen.length === 0 || chosen[0].together === debt.together;
  if (box.checked) chosen.push(debt);
  name.appendChild(box);
  name.appendChild(make('span', '', t('tick') + ' ' + debt.day + ' ' + yuan(debt.dueFen)));
  box.addEventListener('change', function () {
    if (box.checked) chosen.push(debt);
    else chosen.splice(chosen.indexOf(debt), 1);
    then();
  });
  into.insertBefore(name, into.firstChild);
}
function showChosen(foot, plate, chosen) {
  foot.textContent = '';
  const sumFen = chosen.reduce(function (sum, debt) {
    return sum + debt.dueFen;
  }, 0);
  foot.appendChild(make('h2', '', t('chosen') + ' ' + chosen.length + ' · ' + yuan(sumFen) + ' ' + t('yuan')));
  if (chosen.length < 2) return;
  if (
    chosen.some(function (debt) {
      return debt.together !== chosen[0].together;
    })
  ) {
    foot.appendChild(make('p', 'note', t('apart')));
    return;
  }
  payButtons(foot, {
    tickets: chosen.map(function (debt) {
      return debt.ticket;
    }),
    payKey: String(Math.random()).slice(2) + Date.now(),
    plateNumber: plate,
    dueFen: sumFen,
    channels: chosen[0].channels,
  });
}
function debtCard(plate, debt) {
  const card = make('section', 'card');
  const sum = make('p', 'sum', yuan(debt.dueFen) + ' ');
  sum.appendChild(make('small', '', t('yuan')));
  card.appendChild(sum);
  row(card, debt.parkName, debt.place === debt.parkName ? '' : debt.place);
  row(card, t('day'), debt.day);
  if (debt.berthNo) row(card, t('berth'), debt.berthNo);
  if (debt.inTime) row(card, t('inTime'), clock(debt.inTime, debt.zone));
  if (debt.outTime) row(card, t('outTime'), clock(debt.outTime, debt.zone));
  const bill = { ticket: debt.ticket, plateNumber: plate, dueFen: debt.dueFen, channels: debt.channels };
  payButtons(card, bill);
  card.appendChild(
    button('plain', t('appeal'), function () {
      draw(function () {
        showAppeal(bill);
      });
    }),
  );
  return card;
}
function field(form, id, key, tag) {
  const name = make('label', '', t(key));
  name.htmlFor = id;
  const input = make(tag);
  input.id = id;
  form.appendChild(name);
  form.appendChild(input);
  return input;
}
function showAppeal(bill) {
  const form = make('form', 'card');
  form.appendChild(make('h2', '', bill.plateNumber + ' ' + yuan(bill.dueFen) + ' ' + t('yuan')));
  const mobile = field(form, 'mobile', 'mobile', 'input');
  mobile.type = 'tel';
  mobile.maxLength = 20;
  const why = field(form, 'reason', 'why', 'textarea');
  why.rows = 4;
  why.maxLength = 500;
  const photo = field(form, 'photo', 'photo', 'input');
  photo.type = 'file';
  photo.accept = 'image/*';
  const send = make('button', 'main', t('send'));
  form.appendChild(send);
  const bad = complaint(form);
  const refused = function (text) {
    send.disabled = false;
    bad.textContent = text;
  };
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    if (mobile.value.trim().length < 6 || why.value.trim().length < 4) return refused(t('more'));
    send.disabled = true;
    return smaller(photo.files[0], function (picture) {
      ask(
        'appeal',
        { ticket: bill.ticket, phone: mobile.value.trim(), text: why.value.trim(), picture: picture },
        function (answer) {
          draw(function () {
            const card = make('section', 'card');
            card.appendChild(make('p', 'good', t('sent') + ' ' + answer.requestNo));
            card.appendChild(others(bill));
            page.appendChild(card);
          });
        },
        refused,
      );
    });
  });
  page.appendChild(form);
  page.appendChild(
    button('plain', t('back'), function () {
      lookDebts(bill.plateNumber, '', function () {
        draw(enter);
      });
    }),
  );
}
/** A photo made small for a slow network; nothing where the phone can not draw it. */
function smaller(photo, then) {
  if (!photo) return then(undefined);
  const address = URL.createObjectURL(photo);
  const image = new Image();
  image.addEventListener('load', function () {
    URL.revokeObjectURL(address);
    const scale = Math.min(1, 1280 / Math.max(image.width, image.height));
    const canvas = make('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    then(canvas.toDataURL('image/jpeg', 0.7).split(',')[1]);
  });
  image.addEventListener('error', function () {
    URL.revokeObjectURL(address);
    then(undefined);
  });
  image.src = address;
  return undefined;
}
function pay(bill, channel, pressed) {
  const bad = document.getElementById('why');
  pressed.disabled = true;
  const known = channel === 'wechat' && inWechat ? login : undefined;
  ask(
    bill.tickets ? 'payDebts' : 'pay',
    bill.tickets
      ? { tickets: bill.tickets, payKey: bill.payKey, channel: channel, login: known }
      : { ticket: bill.ticket, channel: channel, login: known },
    function (answer) {
      if (known) login = '';
      if (answer.ticket) bill.ticket = answer.ticket;
      draw(function () {
        wait(bill, 0);
      });
      if (answer.url) leaveFor(answer.url, bill);
      else if (answer.params) bridge(answer.params, bill);
    },
    function (why) {
      pressed.disabled = false;
      bad.textContent = why;
    },
  );
}
/** The provider's page takes over; whoever comes back finds the bill he was paying. */
function leaveFor(url, bill) {
  try {
    sessionStorage.setItem('gatehouse-driver-bill', JSON.stringify(bill));
  } catch {
    lastPlate();
  }
  location.href = url;
}
function comeBack() {
  try {
    const bill = JSON.parse(sessionStorage.getItem('gatehouse-driver-bill'));
    sessionStorage.removeItem('gatehouse-driver-bill');
    return bill;
  } catch {
    return null;
  }
}
/** WeChat's own way to pay. A driver who gives up goes back to the bill, with a new login. */
function bridge(params, bill) {
  const invoke = function () {
    window.WeixinJSBridge.invoke('getBrandWCPayRequest', params, function (answer) {
      if (answer.err_msg === 'get_brand_wcpay_request:ok') check(bill, 0);
      else logIn();
    });
  };
  if (window.WeixinJSBridge) invoke();
  else document.addEventListener('WeixinJSBridgeReady', invoke, false);
}
/** WeChat says who the driver is to the lot's app, and comes back here. */
function logIn() {
  const back =
    location.origin +
    location.pathname +
    '?parkId=' +
    encodeURIComponent(parkId) +
    (berth ? '&berth=' + encodeURIComponent(berth) : '') +
    '&lang=' +
    lang;
  location.replace(
    'https://open.weixin.qq.com/connect/oauth2/authorize?appid=' +
      encodeURIComponent(lot.wechatApp) +
      '&redirect_uri=' +
      encodeURIComponent(back) +
      '&response_type=code&scope=snsapi_base&state=pay#wechat_redirect',
  );
}
function wait(bill, nth) {
  page.textContent = '';
  page.appendChild(make('p', 'wait', nth > 20 ? t('slow') : t('waiting')));
  page.appendChild(
    button('plain', t('done'), function () {
      clearTimeout(timer);
      check(bill, nth);
    }),
  );
  if (nth > 5)
    page.appendChild(
      button('plain', t('again'), function () {
        draw(enter);
      }),
    );
  timer = setTimeout(
    function () {
      check(bill, nth);
    },
    nth < 10 ? 1000 : 3000,
  );
}
function check(bill, nth) {
  ask(
    'state',
    { ticket: bill.ticket },
    function (state) {
      if (state.paid && (!state.inside || state.freeUntil || nth > 10))
        draw(function () {
          thank(bill, state);
        });
      else
        draw(function () {
          wait(bill, nth + 1);
        });
    },
    function () {
      draw(function () {
        wait(bill, nth + 1);
      });
    },
  );
}
function others(bill) {
  return button('plain', t('rest'), function () {
    lookDebts(bill.plateNumber, '', function () {
      draw(enter);
    });
  });
}
function thank(bill, state) {
  const card = make('section', 'card');
  card.appendChild(make('h2', '', bill.plateNumber));
  card.appendChild(make('p', 'good', t('paid') + ' ' + yuan(bill.dueFen) + ' ' + t('yuan')));
  if (onDebts) card.appendChild(others(bill));
  else if (!state.inside) row(card, '', t('gone'));
  else if (bill.atLane) row(card, '', t('lane'));
  else if (state.freeUntil) row(card, t('until'), clock(state.freeUntil));
  page.appendChild(card);
  if (bill.ticket && !bill.tickets) {
    const invoice = make('a', 'plain', t('invoice'));
    invoice.href = '/m/invoice?parkId=' + encodeURIComponent(parkId) + '&ticket=' + encodeURIComponent(bill.ticket);
    page.appendChild(invoice);
  }
  page.appendChild(
    button('plain', t('again'), function () {
      draw(enter);
    }),
  );
  askAdvert(bill, 'ticket');
}

function frame() {
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  const title = t(onDebts ? 'debtsTitle' : 'title');
  document.title = title;
  document.getElementById('park').textContent = lot && !onDebts ? lot.parkName : title;
  document.getElementById('lang').textContent = lang === 'zh' ? 'English' : '中文';
  const foot = document.getElementById('foot');
  foot.textContent = '';
  if (lot && lot.servicePhone) {
    foot.appendChild(make('span', '', t('phone') + ' '));
    const call = make('a', '', lot.servicePhone);
    call.href = 'tel:' + lot.servicePhone.replace(/[^\d+]/g, '');
    foot.appendChild(call);
  }
  if (lot && parkId && !onDebts && !berth) {
    const help = make('a', '', t('help'));
    help.href = '/m/help?parkId=' + encodeURIComponent(parkId) + (gate ? '&gate=' + encodeURIComponent(gate) : '');
    if (lot.servicePhone) foot.appendChild(make('span', '', ' · '));
    foot.appendChild(help);
  }
}
document.getElementById('lang').addEventListener('click', function () {
  lang = lang === 'zh' ? 'en' : 'zh';
  frame();
  draw(show);
});
function begin() {
  // An entry ticket brings the plate where no server sees it.
  const given = /^#p=(.+)/.exec(location.hash);
  if (given) keepPlate(decodeURIComponent(given[1]));
  ask(
    'lot',
    { parkId: parkId },
    function (found) {
      lot = found;
      if (inWechat && lot.wechatApp && !login) return logIn();
      frame();
      const begun = comeBack();
      return draw(
        begun
          ? function () {
              wait(begun, 0);
            }
          : enter,
      );
    },
    function (why) {
      frame();
      draw(function () {
        page.appendChild(make('p', 'wait', parkId ? why : t('noPark')));
      });
    },
  );
}
begin();
