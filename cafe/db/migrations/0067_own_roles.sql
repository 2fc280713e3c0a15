-- Roles that the cafe makes for itself, beside owner, manager and staff.

CREATE TABLE staff_roles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- case-folded
  rights TEXT NOT NULL -- areas, as `menu,stock`
);

ALTER TABLE staff ADD COLUMN role_id BIGINT REFERENCES staff_roles (id); -- with it, role is 'staff'
