import { Anchor } from '@mantine/core'
import type { Source } from '@raahi/contract/sources'
import { Link } from 'react-router'
import table from '../../ui/figure-table.module.css'
import { sourceAddress } from '../lead-facts/public/lead-address.ts'
import { figureTexts, sourceKindLabels } from './source-labels.ts'
import { SourceState } from './source-state.tsx'
import classes from './sources.module.css'

const scroll = `${table.scroll} ${classes.scroll}`

/** The figures of all sources side by side. */
export function SourceTable({ sources }: { sources: readonly Source[] }) {
  const heads = sources[0] ? figureTexts(sources[0]).map(({ label }) => label) : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls needs the focus of the keyboard.
    <section className={scroll} aria-label="Table: Sources" tabIndex={0}>
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            {['Source', ...heads].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source._id}>
              <th scope="row">
                <Anchor component={Link} to={sourceAddress(source)} className={classes.name}>
                  {source.name}
                </Anchor>
                <span className={classes.kind}>
                  {sourceKindLabels[source.kind]}
                  <SourceState source={source} />
                </span>
              </th>
              {figureTexts(source).map(({ label, text, share }) => (
                <td key={label}>
                  {text}
                  {share && <span className={classes.share}>{share}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
