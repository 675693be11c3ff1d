/**
 * Codes in a Google sheet. Extensions → Apps Script: put this text there. Project settings → Script properties: add API
 * (https://api.example.com) and KEY (qr_live_…). The sheet then has a menu “QR codes” when it is opened again.
 */

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('QR codes')
    .addItem('Create a code for each row', 'createCodes')
    .addItem('List new codes', 'listNewCodes')
    .addToUi();
}

/**
 * Creates a code for each row of the sheet “Codes” that has an external_id and a target, and no short_url yet. Rows that are left when the
 * plan allows no more for now follow in the next run: no code is created twice.
 */
function createCodes() {
  const sheet = sheetOf('Codes', ['external_id', 'target', 'title', 'short_url', 'error']);
  const rows = sheet.getDataRange().getValues();
  for (let i = 1; i < rows.length; i++) {
    const [id, target, title, shortUrl] = rows[i].map((cell) => String(cell).trim());
    if (id === '' || target === '' || shortUrl !== '') continue;
    const code = { target, dynamic: true, ...(title === '' ? {} : { title }) };
    const { status, body } = send('put', `/v1/qr/${encodeURIComponent(`ext:${id}`)}`, code);
    // A 400 or 409 is about this row. Others are about every row.
    if (![200, 400, 409].includes(status)) throw new Error(body.message);
    const outcome = status === 200 ? [body.short_url, ''] : ['', body.message];
    sheet.getRange(i + 1, 4, 1, 2).setValues([outcome.map(toText)]);
  }
}

/**
 * Adds the codes that were created since the last run to the sheet “Events”, for 30 days back. Events are kept if a webhook asked for them
 * when they happened.
 */
function listNewCodes() {
  const sheet = sheetOf('Events', ['event_id', 'timestamp', 'id', 'title', 'short_url']);
  const known = new Set(sheet.getDataRange().getValues().map(([id]) => id));
  const rows = [];
  let cursor = '';
  do {
    const { status, body } = send('get', `/v1/events?type=qr.created&limit=100${cursor}`);
    if (status !== 200) throw new Error(body.message);
    const fresh = body.data.filter(({ id }) => !known.has(id));
    for (const { id, timestamp, data } of fresh)
      rows.unshift([id, timestamp, data.object.id, data.object.title, data.object.short_url].map(toText));
    // The newest come first, so what follows a known one is known.
    const isLast = body.next_cursor === null || fresh.length < body.data.length;
    cursor = isLast ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor !== '');
  if (rows.length > 0) sheet.getRange(sheet.getLastRow() + 1, 1, rows.length, rows[0].length).setValues(rows);
}

function sheetOf(name, header) {
  const file = SpreadsheetApp.getActive();
  return file.getSheetByName(name) ?? file.insertSheet(name).appendRow(header);
}

function send(method, path, body) {
  const properties = PropertiesService.getScriptProperties();
  const response = UrlFetchApp.fetch(properties.getProperty('API') + path, {
    method,
    headers: { Authorization: `Bearer ${properties.getProperty('KEY')}` },
    muteHttpExceptions: true,
    ...(body && { contentType: 'application/json', payload: JSON.stringify(body) }),
  });
  return { status: response.getResponseCode(), body: JSON.parse(response.getContentText()) };
}

/** A sheet would run a text that begins like this as a formula. The apostrophe does not show. */
function toText(value) {
  const text = String(value ?? '');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
