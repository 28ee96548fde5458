//! Roles that the tag alone gets wrong: tables that only lay out the page, headings around half of it.

use super::roles;
use crate::parse::attributes;
use crate::parse::tags::{self, Tag};
use crate::render::Kept;

/// A cell with more characters than this, in a table without header cells, holds a column of the page.
const MAX_DATA_CHARS: u32 = 2_000;

/// What the decision needs to know of one table.
#[derive(Default)]
struct Table {
    row: usize,
    end: usize,
    /// Its own rows, cells and caption.
    parts: Vec<usize>,
    n_rows: usize,
    /// Cells of the row that is being read.
    n_cells: usize,
    /// Where the cell that is being read ends.
    cell_end: usize,
    widest: usize,
    largest_cell: u32,
    has_header: bool,
    has_tables: bool,
    has_headings: bool,
}

/// Takes their roles from tables of layout; without `has_tables` those of data are left out.
pub fn unroll_tables(kept: Kept, roles: &mut [u8], has_tables: bool) {
    for table in read_tables(kept, roles) {
        if is_data(kept, &table) {
            if table.has_tables {
                flatten_inner(&table, roles);
            }
            if !has_tables {
                roles[table.row] = roles::SKIP;
            }
        } else {
            roles[table.row] = 0;
            table.parts.iter().for_each(|&part| roles[part] = 0);
        }
    }
}

fn read_tables(kept: Kept, roles: &mut [u8]) -> Vec<Table> {
    let mut done = Vec::new();
    let mut open: Vec<Table> = Vec::new();
    for (row, role) in roles.iter_mut().enumerate() {
        while open.last().is_some_and(|table| table.end <= row) {
            done.extend(open.pop());
        }
        if *role == roles::TABLE {
            if let Some(outer) = open.last_mut() {
                outer.has_tables = true;
            }
            open.push(Table { row, end: kept.elements[row].end as usize, ..Table::default() });
        } else if let Some(table) = open.last_mut() {
            if is_part(*role) && row < table.cell_end {
                *role = 0; // A cell within a cell of the same table has no place in its grid.
                continue;
            }
            if roles::is_cell(*role) {
                table.cell_end = kept.elements[row].end as usize;
            }
            add_part(table, row, *role, kept.elements[row].chars);
        } else if is_part(*role) {
            *role = 0; // Rows and cells outside of tables have no role.
        }
    }
    done.extend(open);
    done
}

fn is_part(role: u8) -> bool {
    roles::is_cell(role) || role == roles::ROW
}

fn add_part(table: &mut Table, row: usize, role: u8, chars: u32) {
    match role {
        roles::ROW => {
            table.n_rows += 1;
            table.n_cells = 0;
        }
        roles::CELL | roles::HEAD_CELL => {
            table.n_cells += 1;
            table.widest = table.widest.max(table.n_cells);
            table.largest_cell = table.largest_cell.max(chars);
            table.has_header |= role == roles::HEAD_CELL;
        }
        roles::CAPTION => {}
        _ => {
            table.has_headings |= roles::is_heading(role);
            return;
        }
    }
    table.parts.push(row);
}

/// Takes the roles of tables in the cells of a table: their text is written into those cells.
fn flatten_inner(table: &Table, roles: &mut [u8]) {
    let mut own = table.parts.iter().copied().peekable();
    for (row, role) in roles.iter_mut().enumerate().take(table.end).skip(table.row + 1) {
        let is_own = own.next_if_eq(&row).is_some();
        if !is_own && (is_part(*role) || matches!(*role, roles::TABLE | roles::CAPTION)) {
            *role = 0;
        }
    }
}

/// Whether a table's rows and columns mean something.
fn is_data(kept: Kept, table: &Table) -> bool {
    let start = kept.elements[table.row].start as usize;
    let purpose = attributes::value_of(kept.source, start, b"role");
    if table.widest == 0 || purpose.is_some_and(|role| role == "presentation" || role == "none") {
        return false;
    }
    let is_grid = table.n_rows > 1 && table.widest > 1 && table.largest_cell <= MAX_DATA_CHARS && !table.has_headings;
    // A table around others lays out the page, unless it names its columns or rows.
    if table.has_tables { table.has_header && is_grid } else { table.has_header || is_grid }
}

/// Takes the role of headings and code blocks around lists, tables or other headings, and of headings around rules.
pub fn let_in_containers(kept: Kept, roles: &mut [u8]) {
    // From the end, so that inner elements are decided first.
    let (mut next_container, mut next_rule) = (usize::MAX, usize::MAX);
    for row in (0..roles.len()).rev() {
        let role = roles[row];
        let end = kept.elements[row].end as usize;
        let is_around = next_container < end || roles::is_heading(role) && next_rule < end;
        if (roles::is_heading(role) || role == roles::CODE_BLOCK) && is_around {
            roles[row] = 0;
        }
        if role == roles::RULE {
            next_rule = row;
        }
        if roles::is_container(roles[row]) {
            next_container = row;
        }
    }
}

/// Words in the class of a block quote that has the text of a post, and no quotation.
const POST_CLASSES: &[&str] =
    &["postcontent", "post-content", "post_content", "postbody", "post-body", "post_body", "post-text"];

/// Takes the roles of block quotes that forums have around the text of each post.
pub fn unquote_posts(kept: Kept, roles: &mut [u8]) {
    for (row, role) in roles.iter_mut().enumerate().filter(|(_, role)| **role == roles::QUOTE) {
        let class = kept.attribute(&kept.elements[row], b"class").unwrap_or_default().to_ascii_lowercase();
        if class.split_ascii_whitespace().any(|class| POST_CLASSES.contains(&class)) {
            *role = 0;
        }
    }
}

/// A list that is open, in the search for lists of lists.
struct OpenList {
    row: usize,
    end: usize,
    /// Its items with kept text.
    items: Vec<usize>,
    /// How many of them have no text but that of a list inside.
    n_wrappers: usize,
}

/// Takes the roles of lists without order whose items have no text but that of a list inside: they only indent it.
pub fn unwrap_lists(kept: Kept, roles: &mut [u8]) {
    if !roles.contains(&roles::LIST) {
        return;
    }
    let mut n_before = vec![0u32; kept.keep.len() + 1];
    for (at, &keep) in kept.keep.iter().enumerate() {
        n_before[at + 1] = n_before[at] + u32::from(keep);
    }
    let n_kept = |row: usize| {
        let element = &kept.elements[row];
        n_before[element.stop_block.max(element.first_block) as usize] - n_before[element.first_block as usize]
    };
    let end_of = |row: usize| kept.elements[row].end as usize;
    let mut open: Vec<OpenList> = Vec::new();
    for row in 0..=roles.len() {
        while open.last().is_some_and(|list| list.end <= row) {
            let Some(list) = open.pop() else { break };
            if roles[list.row] == roles::LIST && list.n_wrappers > 0 && list.n_wrappers == list.items.len() {
                list.items.iter().chain([&list.row]).for_each(|&row| roles[row] = 0);
            }
        }
        let Some(role) = roles.get(row).copied() else { break };
        let is_list = matches!(role, roles::LIST | roles::ORDERED);
        if let Some(outer) = open.last_mut() {
            let item = outer.items.last().copied().filter(|&item| row < end_of(item));
            if is_list {
                outer.n_wrappers += usize::from(item.is_some_and(|item| n_kept(item) == n_kept(row)));
            } else if role == roles::ITEM && item.is_none() && n_kept(row) > 0 {
                outer.items.push(row);
            }
        }
        if is_list {
            open.push(OpenList { row, end: end_of(row), items: Vec::new(), n_wrappers: 0 });
        }
    }
}

/// Takes the roles of everything inside a code block but images and what is left out: its text is written as it is.
///
/// A block inside, such as a caption, would end the code, and the rest would be neither fenced nor escaped.
pub fn flatten_code(kept: Kept, roles: &mut [u8]) {
    let mut row = 0;
    while row < roles.len() {
        let end = if roles[row] == roles::CODE_BLOCK { kept.elements[row].end as usize } else { row + 1 };
        for role in &mut roles[row + 1..end] {
            if !matches!(*role, roles::IMAGE | roles::SKIP) {
                *role = 0;
            }
        }
        row = end;
    }
}

/// Whether elements of a tag begin a new block.
pub fn is_block(tag: u8) -> bool {
    tags::is_block(tag) || tag == Tag::Hr as u8
}
