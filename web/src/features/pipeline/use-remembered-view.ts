import { useCallback, useEffect } from 'react'
import { readLocalText, storeLocalText, userTextKey } from '../../lib/local-texts.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import {
  type PipelineView,
  type pipelineFilters,
  pipelineViews,
} from './public/pipeline-filters.ts'

/**
 * The view of the pipeline. An address without parameters shows the view that the agent last chose in this browser.
 * @returns the view, and a function that chooses another one
 */
export function useRememberedView(
  list: ListFilters<typeof pipelineFilters>,
): [PipelineView, (view: PipelineView) => void] {
  const key = userTextKey('pipeline-view', useSignedInUser()._id)
  const [params] = useAddressParams()
  const remembered = pipelineViews.find((view) => view === readLocalText(key))
  const isOpen = params.size === 0
  const { change, filters } = list
  const shown = isOpen && remembered ? remembered : filters.view
  useEffect(() => {
    if (isOpen && remembered && remembered !== 'board')
      change({ view: remembered }, { replace: true })
  }, [isOpen, remembered, change])
  const choose = useCallback(
    (view: PipelineView) => {
      storeLocalText(key, view)
      change({ view })
    },
    [key, change],
  )
  return [shown, choose]
}
