"""Who may do what at the desk: every route of `/api/desk`, with the least role that it needs.

A route that is not here fails `test_access.py`. `confirm` after the role: the act is dangerous and asks again.
"""

ANYBODY = "anybody"

TABLE = """
GET    /api/desk/session                           staff
DELETE /api/desk/session                           staff
POST   /api/desk/session/link                      anybody
POST   /api/desk/session/link/look                 anybody
POST   /api/desk/session/code                      anybody
POST   /api/desk/session/code/poll                 anybody
POST   /api/desk/session/telegram                  anybody
POST   /api/desk/session/bind                      staff confirm
POST   /api/desk/session/confirm                   staff
POST   /api/desk/session/passkey                   anybody
POST   /api/desk/session/passkey/begin             anybody
POST   /api/desk/session/recovery                  anybody
GET    /api/desk/passkeys                          staff
POST   /api/desk/passkeys                          staff confirm
POST   /api/desk/passkeys/begin                    staff confirm
DELETE /api/desk/passkeys/{passkey_id}             staff confirm
POST   /api/desk/recovery-code                     staff confirm
GET    /api/desk/sessions                          staff
DELETE /api/desk/sessions/{session_id}             staff
GET    /api/desk/zones/find                        staff
GET    /api/desk/news                              staff
GET    /api/desk/news/stream                       staff
GET    /api/desk/orders                            staff
GET    /api/desk/orders/file                       manager
GET    /api/desk/orders/{order_id}                 staff
POST   /api/desk/orders/{order_id}/move            staff
POST   /api/desk/orders/{order_id}/back            staff
POST   /api/desk/orders/{order_id}/courier         staff
POST   /api/desk/orders/{order_id}/promise         staff
POST   /api/desk/orders/{order_id}/paid            staff
POST   /api/desk/orders/{order_id}/cancel          staff
POST   /api/desk/orders/{order_id}/edits           staff
POST   /api/desk/orders/{order_id}/resend          staff
POST   /api/desk/orders/{order_id}/marks           staff
GET    /api/desk/orders/{order_id}/refunds         staff
POST   /api/desk/orders/{order_id}/refunds         staff confirm
POST   /api/desk/orders/{order_id}/refunds/{refund_id}/resolve staff confirm
POST   /api/desk/orders/{order_id}/refunds/{refund_id}/resume staff confirm
GET    /api/desk/customers                         manager
GET    /api/desk/customers/{customer_id}           manager
POST   /api/desk/customers/{customer_id}/forget    owner confirm
GET    /api/desk/disruptions                       staff
GET    /api/desk/disruptions/regions               staff
POST   /api/desk/disruptions/begin                 staff
POST   /api/desk/disruptions/end                   staff
POST   /api/desk/disruptions/preview               manager
POST   /api/desk/disruptions/plan                  manager
DELETE /api/desk/disruptions/cuts/{cut_id}         manager
POST   /api/desk/disruptions/ask                   owner
GET    /api/desk/connections                       owner
POST   /api/desk/connections/{connection}          owner confirm
DELETE /api/desk/connections/{connection}          owner confirm
POST   /api/desk/test-order                        owner
GET    /api/desk/first-steps                       manager
POST   /api/desk/first-steps/demo                  owner
POST   /api/desk/first-steps/hide                  owner
POST   /api/desk/first-steps/skip                  owner
GET    /api/desk/printers                          staff
POST   /api/desk/printers                          owner confirm
GET    /api/desk/printers/preview                  owner
PATCH  /api/desk/printers/{printer_id}             owner
DELETE /api/desk/printers/{printer_id}             owner confirm
POST   /api/desk/printers/{printer_id}/token       owner confirm
POST   /api/desk/printers/{printer_id}/test        owner
POST   /api/desk/printers/{printer_id}/move        staff
POST   /api/desk/printers/{printer_id}/orders      staff
GET    /api/desk/stock                             manager
GET    /api/desk/stock/moves                       manager
GET    /api/desk/stock/uses                        manager
GET    /api/desk/bottles                           staff
POST   /api/desk/bottles                           staff
POST   /api/desk/bottles/{bottle_id}/empty         staff
POST   /api/desk/code                              staff
GET    /api/desk/cash                              staff
POST   /api/desk/cash/hand-ins                     staff
POST   /api/desk/cash/hand-ins/{hand_in_id}/decision owner
POST   /api/desk/cash/corrections                  owner
GET    /api/desk/tills                             staff
POST   /api/desk/tills                             owner
PATCH  /api/desk/tills/{till_id}                   owner
POST   /api/desk/tills/counts                      staff
POST   /api/desk/tills/openings                    staff
POST   /api/desk/tills/closings                    staff
POST   /api/desk/tills/moves                       staff
GET    /api/desk/tills/days/{day_id}               manager
GET    /api/desk/fiscal                            manager
POST   /api/desk/fiscal/shifts                     manager
POST   /api/desk/stock/deliveries                  manager
POST   /api/desk/stock/write-offs                  manager
POST   /api/desk/stock/counts                      manager
POST   /api/desk/stock/counts/look                 manager
POST   /api/desk/menu/costs/look                   manager
GET    /api/desk/reports                           manager
GET    /api/desk/reports/file                      manager
GET    /api/desk/statements                        manager
POST   /api/desk/statements/compare                manager
POST   /api/desk/statements/{difference_id}/settle manager
GET    /api/desk/tables                            manager
GET    /api/desk/theme                             manager
GET    /api/desk/staff                             owner
POST   /api/desk/staff                             owner confirm
PATCH  /api/desk/staff/{staff_id}                  owner confirm
POST   /api/desk/staff/{staff_id}/invitation       owner confirm
POST   /api/desk/staff/{staff_id}/pin              owner confirm
POST   /api/desk/staff-roles                       owner confirm
PATCH  /api/desk/staff-roles/{role_id}             owner confirm
DELETE /api/desk/staff-roles/{role_id}             owner confirm
GET    /api/desk/devices                           staff
POST   /api/desk/devices/code                      staff confirm
DELETE /api/desk/devices/{device_id}               staff confirm
GET    /api/desk/catalogue                         staff
GET    /api/desk/catalogue/{table}                 staff
POST   /api/desk/edits                             staff
GET    /api/desk/checks                            owner
GET    /api/desk/changes                           manager
POST   /api/desk/changes/{change_id}/undo          staff
GET    /api/desk/day                               staff
POST   /api/desk/day/pause                         staff
POST   /api/desk/day/resume                        staff
POST   /api/desk/day/busy                          staff
POST   /api/desk/day/modes                         staff
GET    /api/desk/menu                              staff
POST   /api/desk/menu/copy                         manager
GET    /api/desk/menu/dish                         manager
GET    /api/desk/menu/file                         manager
POST   /api/desk/menu/file                         manager
POST   /api/desk/menu/file/look                    manager
GET    /api/desk/menu/sheet                        manager
POST   /api/desk/menu/sheet                        manager
POST   /api/desk/menu/sheet/look                   manager
POST   /api/desk/menu/prices                       manager
POST   /api/desk/pictures                          manager
"""

ROLES = ("owner", "manager", "staff")
ROWS = [line.split() for line in TABLE.strip().splitlines()]
LEAST = {(method, path): role for method, path, role, *_ in ROWS}
ASKS_AGAIN = {(method, path) for method, path, _, *more in ROWS if more == ["confirm"]}
