import { columnLabels, type PipelineColumn } from '@raahi/contract/pipeline-labels'
import board from '../pipeline-board.module.css'

/** The column of a card as a dot with its name. */
export function StageMark({ column }: { column: PipelineColumn }) {
  return (
    <>
      <span className={board.dot} data-stage={column} aria-hidden />
      {columnLabels[column]}
    </>
  )
}
