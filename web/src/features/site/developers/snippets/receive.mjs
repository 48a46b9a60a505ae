// npm install standardwebhooks
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

const maxLength = 1_000_000

createServer(async (request, response) => {
  try {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) {
      if (body.length <= maxLength) body += chunk
    }
    if (body.length > maxLength) return response.writeHead(413).end()
    const event = webhook.verify(body, request.headers)
    console.log(request.headers['webhook-id'], event.type)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(process.env.PORT)
