import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { embedMinHeight, embedPath, embedScriptPath } from '@raahi/contract/embed-page'
import { useState } from 'react'
import { CopyField } from '../../ui/copy-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SourceDetail } from './sources.api.ts'
import classes from './sources.module.css'

/** The colour of the site. */
const defaultAccent = '#f5a524'

/** The site serves the form and its script, also where the API has another address. */
const siteAddress = (path: string) => window.location.origin + path

/** How a website shows the form of a source, with a preview. */
export function EmbedSteps({ source }: { source: SourceDetail }) {
  const [accent, setAccent] = useState(defaultAccent)
  const { _id: id, state, domains, consents } = source
  const colour = accent === defaultAccent ? '' : ` data-accent="${accent}"`
  const script = `<script async src="${siteAddress(embedScriptPath)}" data-source="${id}"${colour}></script>`
  return (
    <>
      <Panel title="Set-up">
        <ol className={classes.steps}>
          <li>
            <p>
              {domains.length > 0
                ? `These websites can show the form: ${domains.join(', ')}.`
                : 'Enter the websites in the settings of this source. Until then no website can show the form.'}
            </p>
          </li>
          <li>
            <TextInput
              type="color"
              label="Colour of the buttons"
              description="A colour that could not be read is darkened."
              className={classes.colour}
              value={accent}
              onChange={(event) => setAccent(event.currentTarget.value)}
            />
          </li>
          <li>
            <p>Put this where the form should be. It reserves the space of the form.</p>
            <CopyField
              label="Code for the website"
              value={`<div style="min-height:${embedMinHeight}">\n  ${script}\n</div>`}
              hasLines
            />
          </li>
          <li>
            <p>An enquiry that is sent from the form appears below within seconds.</p>
          </li>
        </ol>
      </Panel>
      <Panel title="Preview">
        {state === 'paused' ? (
          <p className={classes.quiet}>The source is paused, so no website shows its form.</p>
        ) : (
          // A new consent text is a new form.
          <Preview key={consents[0]?.version} id={id} accent={accent} />
        )}
      </Panel>
    </>
  )
}

function Preview({ id, accent }: { id: string; accent: string }) {
  // A colour picker changes with each movement of the pointer.
  const [shown] = useDebouncedValue(accent, 300)
  const query = new URLSearchParams({
    source: id,
    preview: '1',
    ...(shown !== defaultAccent && { accent: shown }),
  })
  return (
    <>
      <p className={classes.quiet}>This is the real form: what you send here arrives.</p>
      <iframe
        title="Preview of the form"
        src={siteAddress(`${embedPath}?${query}`)}
        className={classes.preview}
        style={{ height: embedMinHeight }}
      />
    </>
  )
}
