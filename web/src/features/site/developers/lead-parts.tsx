import { batchesPerMinute, maxBatchLeads } from '@raahi/contract/integration-limits'
import { CodeBlock } from './code-block.tsx'
import { readSnippets } from './snippets.ts'

const { sendLead, sendBatch, sheet, googleTest } = readSnippets()

/** How leads come in. */
export const leadParts = [
  {
    id: 'first-lead',
    title: 'Send your first lead',
    text: (
      <>
        <ol>
          <li>
            An admin of Raahi opens <b>Sources</b>, adds a source of the kind <b>API</b>, and
            creates a key in it. The key is shown once.
          </li>
          <li>
            Replace <code>YOUR_KEY</code> and the phone number, and run this. Use your own number:
            the enquiry is real.
          </li>
        </ol>
        <CodeBlock label="One lead">{sendLead}</CodeBlock>
        <p>
          The answer is 201 with the status <code>received</code>, <code>duplicate</code>,{' '}
          <code>suspected</code> or <code>published</code>. The lead is on the page of the source
          within seconds. <code>externalId</code>, <code>name</code>, <code>phone</code> and{' '}
          <code>consent</code> are required. <a href="/api/docs">All fields</a> are in the API
          documentation.
        </p>
        <p>
          Send up to {maxBatchLeads} leads at once, {batchesPerMinute} times a minute. Each is
          stored or refused separately; here the second phone number is wrong:
        </p>
        <CodeBlock label="Several leads">{sendBatch}</CodeBlock>
        <p>
          For a file, an admin uploads the CSV or Excel sheet under{' '}
          <a href="/dashboard/import">Import</a> and sees what will happen to each row first.
        </p>
      </>
    ),
  },
  {
    id: 'google-sheets',
    title: 'From Google Sheets',
    text: (
      <>
        <p>
          In the sheet, open <b>Extensions › Apps Script</b>, paste this, and set the key, the name
          of the sheet and the text that your form showed. Run <code>sendRows</code> once, then add
          a trigger that runs it every five minutes. Raahi’s answer is written to the column{' '}
          <code>status</code>; rows with a status are not sent again. A wrong row gets the reasons:
          correct it and empty its status, and it is sent again.
        </p>
        <CodeBlock label="Apps Script">{sheet}</CodeBlock>
      </>
    ),
  },
  {
    id: 'google-ads',
    title: 'From Google Ads',
    text: (
      <>
        <p>
          An admin adds a source of the kind <b>Google Ads</b>. Its page shows the webhook URL and
          the key for the lead form. <b>Send test data</b> in Google Ads sends what this sends. It
          makes no lead, and is shown on the page of the source:
        </p>
        <CodeBlock label="Google’s test">{googleTest}</CodeBlock>
      </>
    ),
  },
] as const
