const KEY = 'YOUR_KEY'
const CONSENT = 'A travel agent may call me about my trip.'

// The first row has the names of the fields: externalId, name, phone, email,
// city, destination, travelDate, adult, consentAt and status.
function sendRows() {
  const sheet = SpreadsheetApp.getActiveSheet()
  const [names, ...rows] = sheet.getDataRange().getValues()
  const status = names.indexOf('status')
  const waiting = rows
    .map((row, index) => ({ row, line: index + 2 }))
    .filter(({ row }) => row[names.indexOf('externalId')] !== '' && row[status] === '')
    .slice(0, 500)
  if (waiting.length === 0) return
  const response = UrlFetchApp.fetch('https://public-url.invalid/api/intake/leads/batch', {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: `Bearer ${KEY}` },
    payload: JSON.stringify({ leads: waiting.map(({ row }) => toLead(names, row)) }),
  })
  const { results } = JSON.parse(response.getContentText()).data
  results.forEach((result, index) => {
    const reasons = Object.values(result.fieldErrors || {}).join(' ')
    const text = result.status || `${result.code} ${reasons}`
    sheet.getRange(waiting[index].line, status + 1).setValue(text)
  })
}

function toLead(names, row) {
  const lead = { consent: { text: CONSENT } }
  names.forEach((name, index) => {
    const value = row[index]
    if (value === '' || name === 'status') return
    if (name === 'consentAt') lead.consent.at = value.toISOString()
    else if (value instanceof Date) lead[name] = Utilities.formatDate(value, 'Asia/Kolkata', 'yyyy-MM-dd')
    else lead[name] = name === 'adult' ? value : String(value)
  })
  return lead
}
