import { getReturnFigures } from '@raahi/contract/return-figures'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import { createReturnFigures } from './read-return-figures.ts'

export function addReturnFigureRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  const read = createReturnFigures(deps.database)
  addRoute(app, deps, getReturnFigures, async () => ({ data: await read() }))
}
