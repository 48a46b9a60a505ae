import { getReturnFigures } from '@raahi/contract/return-figures'
import type { RouteDeps } from '../../platform/http/route.ts'
import { createReturnFigures } from './read-return-figures.ts'

export function addReturnFigureRoutes({ addRoute, database }: RouteDeps): void {
  const read = createReturnFigures(database)
  addRoute(getReturnFigures, async () => ({ data: await read() }))
}
