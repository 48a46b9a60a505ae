const KEY = 'YOUR_KEY'
const SHEET = 'Sheet1'
const CONSENT = 'A travel agent may call me about my trip.'

// The first row has the names of the fields: externalId, name, phone, email,
// city, destination, travelDate, adult, consentAt and status.
// A row with wrong fields gets the reasons as its status.
function sendRows() {
  const file = SpreadsheetApp.getActiveSpreadsheet()
  const sheet = file.getSheetByName(SHEET)
  if (!sheet) throw new Error(`There is no sheet with the name ${SHEET}.`)
  const [names, ...rows] = sheet.getDataRange().getValues()
  const status = names.indexOf('status')
  if (status === -1) throw new Error('The first row needs the heading status.')
  const waiting = rows
    .map((row, index) => ({ row, line: index + 2 }))
    .filter(({ row }) => row[names.indexOf('externalId')] !== '' && row[status] === '')
    .slice(0, 500)
  if (waiting.length === 0) return
  const zone = file.getSpreadsheetTimeZone()
  const response = UrlFetchApp.fetch('https://public-url.invalid/api/intake/leads/batch', {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: `Bearer ${KEY}` },
    payload: JSON.stringify({ leads: waiting.map(({ row }) => toLead(names, row, zone)) }),
  })
  const { results } = JSON.parse(response.getContentText()).data
  results.forEach((result, index) => {
    // Other errors pass: without a status the row is sent again.
    if (!result.status && result.code !== 'VALIDATION_FAILED') return
    const reasons = Object.values(result.fieldErrors || {}).join(' ')
    const text = result.status || `${result.code} ${reasons}`
    sheet.getRange(waiting[index].line, status + 1).setValue(text)
  })
}

function toLead(names, row, zone) {
  const lead = { consent: { text: CONSENT } }
  names.forEach((name, index) => {
    const value = row[index]
    if (value === '' || name === 'status') return
    const isDate = value instanceof Date
    if (name === 'consentAt') lead.consent.at = isDate ? value.toISOString() : String(value)
    else if (isDate) lead[name] = Utilities.formatDate(value, zone, 'yyyy-MM-dd')
    else lead[name] = name === 'adult' ? value : String(value)
  })
  return lead
}
